// Holds a build to the one before: runs the benchmark on both in turn, and fails
// if a row is slower twice. `tsx bench/compare.ts ../before/dist [groups]`
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { groups } from './groups.js'
import { findSlower, type Report } from './harness/slower.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' } },
})
const [before, ...named] = positionals
if (before === undefined)
  throw new Error('Name the dist/ of the build before: bench/compare.ts FOLDER')
const dist = {
  before,
  after: fileURLToPath(new URL('../dist', import.meta.url)),
}

const slower = await findSlower(
  (build, names) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        ...process.execArgv,
        fileURLToPath(new URL('index.ts', import.meta.url)),
        ...['--json', '--alone', '--dist', dist[build], ...names],
      ],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    )
    console.error(`${build}: ${names.join(', ')}`)
    // The build before need not have what the benchmark asks today.
    if (status !== 0 && (build === 'after' || stdout === ''))
      throw new Error(`The benchmark failed on the build ${build}. ${stderr}`)
    return JSON.parse(stdout) as Report
  },
  named.length > 0 ? named : Object.keys(groups),
  Number(values.rounds ?? 5),
)
for (const { group, row, ratio } of slower)
  console.log(`${group}, ${row}: ${ratio.toFixed(2)} times as much as before`)
if (slower.length === 0) console.log('No row is slower than before.')
process.exitCode = slower.length > 0 ? 1 : 0
