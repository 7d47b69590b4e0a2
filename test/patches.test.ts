import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { patchedSource, patches } from '../scripts/build/patches.js'

test.each(patches)(
  'the patch of $file is for the version that is installed',
  ({ file }) => {
    const path = `node_modules/${file}`
    const source = readFileSync(path, 'utf8')
    const patched = patchedSource(path, source)
    expect(patched).toMatch(/^export /m)
    expect(patched).not.toMatch(/^module\.exports\b/m)
    expect(() => patchedSource(path, `${source} `)).toThrow(
      /not the file for which .* was written/,
    )
  },
)

test('error: a file of another package stays as it is', () => {
  expect(patchedSource('node_modules/other/index.js', 'let a')).toBe('let a')
})
