import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileContracts } from '../../../scripts/contracts/compile.js'
import { root } from '../../docs/pages.js'

test('the artifacts are what the sources give', () => {
  const artifacts = compileContracts()
  expect(artifacts.size).toBeGreaterThan(0)
  for (const [path, artifact] of artifacts)
    expect(
      JSON.parse(readFileSync(join(root, path), 'utf8')),
      `${path}: write it anew with npx tsx scripts/compileContracts.ts`,
    ).toEqual(artifact)
})
