import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientVersion } from '../../src/node/options/resolveOptions.js'

test('clientVersion is that of the package', () => {
  const path = new URL('../../package.json', import.meta.url)
  const { name, version } = JSON.parse(readFileSync(path, 'utf8'))
  expect(clientVersion).toBe(`${name}/${version}`)
})
