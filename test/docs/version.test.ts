import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

test('a raised version broke tests that had the one before', () => {
  const { version } = JSON.parse(read('package.json'))
  const found = execFileSync(
    'git',
    ['grep', '-l', '--fixed-strings', `preseal/${version}`],
    { cwd: root, encoding: 'utf8' },
  )
  const raised = /for \(const file of \[([^\]]*)\]/.exec(
    read('scripts/raiseVersion.mjs'),
  )?.[1]
  expect(found.trim().split('\n').sort()).toEqual(
    [...(raised ?? '').matchAll(/'([^']+)'/g)].map(([, path]) => path).sort(),
  )
})
