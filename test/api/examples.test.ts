import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verbs } from '../../src/api/verbs.js'

const steps = '../../src/node/runtime/steps/'
const files = readdirSync(new URL(steps, import.meta.url))
const sources = ['../../src/api/verbs.ts', ...files.map((name) => steps + name)]
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))

test.each(verbs.map(({ name }) => name))(
  'node.%s shows in editors how it is called',
  (name) => {
    const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s+${name}[(<]`)
    const found = sources.flatMap((source) => comment.exec(source)?.[1] ?? [])
    const example = new RegExp(`@example[^@]*\\bnode\\.${name}\\(`)
    expect(found).toContainEqual(expect.stringMatching(example))
  },
)
