import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verbs } from '../../src/api/verbs/verbs.js'

const folders = ['../../src/api/verbs/', '../../src/node/runtime/steps/']
const sources = folders.flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith('.ts'))
    .map((name) =>
      readFileSync(new URL(folder + name, import.meta.url), 'utf8'),
    ),
)

test.each(verbs.map(({ name }) => name))(
  'node.%s shows in editors how it is called',
  (name) => {
    const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s+${name}[(<]`)
    const found = sources.flatMap((source) => comment.exec(source)?.[1] ?? [])
    const example = new RegExp(`@example[^@]*\\bnode\\.${name}\\(`)
    expect(found).toContainEqual(expect.stringMatching(example))
  },
)
