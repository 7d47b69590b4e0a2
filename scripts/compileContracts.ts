// Compiles the contracts of the examples and tests, and writes the artifacts
// that Foundry and Hardhat would: `npx tsx scripts/compileContracts.ts`. A test says whether they
// are still what the sources give.
import { writeFileSync } from 'node:fs'
import { compileContracts } from './contracts/compile.js'

for (const [path, artifact] of compileContracts())
  writeFileSync(path, `${JSON.stringify(artifact, null, 2)}\n`)
