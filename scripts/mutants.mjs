// Changes a room line by line, and lists the changes that no quick test notices:
// npm run mutants -- node/faults. If the room has more lines than SAMPLE, SEED
// draws stretches of it.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { resolve } from 'node:path'

/** Where the tests of a room are, if they are not in its folder alone. */
const rooms = {
  'base/abi': ['test/entries/contracts'],
  'base/clock': ['test/base/clock', 'test/node'],
  'base/errors': ['test/errors.test.ts', 'test/node'],
  'base/hex': ['test/base/hex', 'test/rpc', 'test/node/options'],
  'base/http': ['test/doors', 'test/entries/server'],
  'base/words': ['test/node', 'test/entries/timeline', 'test/entries/matchers'],
  chain: ['test/chain', 'test/model', 'test/conformance'],
  'entries/evm': ['test/entries/evm', 'test/engine', 'test/calls'],
  'node/runtime': ['test/node', 'test/model', 'test/proof'],
  'doors/dispatch': ['test/doors', 'test/conformance', 'test/node'],
  'node/faults': ['test/node', 'test/doors', 'test/conformance'],
  rpc: ['test/rpc', 'test/calls', 'test/conformance', 'test/writes'],
  'entries/wallet': ['test/entries/wallet'],
}
const stretch = 25

const [room] = process.argv.slice(2)
const folder = `src/${room}`
if (room === undefined || !existsSync(folder))
  throw new Error(
    `There is no room ${room}: name a folder of src, as in npm run mutants -- node/faults.`,
  )
const stryker =
  process.env.STRYKER ?? 'test/mutants/node_modules/@stryker-mutator'
if (!existsSync(stryker))
  throw new Error('Stryker is missing: run npm install --prefix test/mutants.')

const sample = Number(process.env.SAMPLE ?? 1_500)
let state = Number(process.env.SEED ?? 1) >>> 0
/** The same numbers for the same seed, everywhere (mulberry32). */
function draw() {
  state = (state + 0x6d2b79f5) >>> 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

const stretches = readdirSync(folder, { recursive: true })
  .filter((file) => file.endsWith('.ts'))
  .sort()
  .flatMap((file) => {
    const path = `${folder}/${file}`
    const lines = readFileSync(path, 'utf8').split('\n').length
    return Array.from({ length: Math.ceil(lines / stretch) }, (_, index) => {
      const first = index * stretch + 1
      return `${path}:${first}-${Math.min(first + stretch - 1, lines)}`
    })
  })
const wanted = Math.max(1, Math.floor(sample / stretch))
const drawn = stretches
  .map((range) => ({ range, order: draw() }))
  .sort((one, other) => one.order - other.order)
  .slice(0, wanted)
  .map(({ range }) => range)
console.log(
  `${room}: ${drawn.length} of ${stretches.length} stretches of ${stretch} lines`,
)

const tests = process.env.TESTS?.split(' ') ?? rooms[room] ?? [`test/${room}`]
const out = `.mutants/${room.replaceAll('/', '-')}`
mkdirSync(out, { recursive: true })
writeFileSync(
  `${out}/stryker.json`,
  JSON.stringify({
    mutate: drawn.sort(),
    plugins: [resolve(stryker, 'vitest-runner/dist/src/index.js')],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutants.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(process.env.WORKERS ?? 1),
    ignoreStatic: true,
    incremental: true,
    incrementalFile: `${out}/incremental.json`,
    ignorePatterns: [
      'dist',
      'coverage',
      '.proof',
      '.mutants',
      'bench',
      'test/mutants',
    ],
    disableTypeChecks: false,
    tempDirName: '.mutants/sandbox',
    reporters: ['clear-text', 'json', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportTests: false },
    jsonReporter: { fileName: `${out}/report.json` },
    timeoutMS: 20_000,
    thresholds: { high: 90, low: 80, break: Number(process.env.LEAST ?? 0) },
  }),
)
const { status } = spawnSync(
  'node',
  [resolve(stryker, 'core/bin/stryker.js'), 'run', `${out}/stryker.json`],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      MUTANT_TESTS: tests
        .map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`))
        .join(' '),
    },
  },
)
process.exitCode = status ?? 1
