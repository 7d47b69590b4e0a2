// Changes a room line by line, and lists the changes that no quick test notices:
// npm run mutants -- node/faults. If the room has more lines than SAMPLE, SEED
// draws stretches of it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { mutantRooms } from './mutantRooms.js'

const stretch = 25

const [named] = process.argv.slice(2)
if (named === '--list') {
  console.log(JSON.stringify(mutantRooms.map(({ room }) => room)))
  process.exit()
}
const found = mutantRooms.find(({ room }) => room === named)
if (found === undefined)
  throw new Error(
    `There is no room ${named}: name one of ARCHITECTURE.md, as in npm run mutants -- node/faults.`,
  )
const { room, least, files } = found
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

const stretches = files.flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split('\n').length
  return Array.from({ length: Math.ceil(lines / stretch) }, (_, index) => {
    const first = index * stretch + 1
    return `${file}:${first}-${Math.min(first + stretch - 1, lines)}`
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

const tests = process.env.TESTS?.split(' ') ?? found.tests
const out = `.mutants/${room.replaceAll('/', '-')}`
const kept = `${out}/incremental.json`
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
    incrementalFile: kept,
    ignorePatterns: ['dist', 'coverage', '.proof', '.mutants', 'bench'],
    disableTypeChecks: false,
    tempDirName: '.mutants/sandbox',
    reporters: ['clear-text', 'json', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportTests: false },
    jsonReporter: { fileName: `${out}/report.json` },
    timeoutMS: 5_000,
    thresholds: { high: 90, low: 80, break: least },
  }),
)

/** Runs Stryker, and returns its exit code. */
function strike(env: NodeJS.ProcessEnv = {}): number {
  const { status } = spawnSync(
    'node',
    [resolve(stryker, 'core/bin/stryker.js'), 'run', `${out}/stryker.json`],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        // Properties try the cases that they always try.
        SEED: '1',
        MUTANT_TESTS: tests
          .map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`))
          .join(' '),
        ...env,
      },
    },
  )
  return status ?? 1
}

type Report = { files: { [path: string]: { mutants: { status: string }[] } } }

/** Lets the next run try those again that survived; says how many there are. */
function forgetSurvivors(): number {
  if (!existsSync(kept)) return 0
  const report = JSON.parse(readFileSync(kept, 'utf8')) as Report
  let forgotten = 0
  for (const file of Object.values(report.files)) {
    const left = file.mutants.filter(({ status }) => status !== 'Survived')
    forgotten += file.mutants.length - left.length
    file.mutants = left
  }
  writeFileSync(kept, JSON.stringify(report))
  return forgotten
}

process.exitCode = strike()
// A module may have kept what it computed before the mutant: in a worker of its
// own each survivor gets a second try.
if (forgetSurvivors() > 0) process.exitCode = strike({ MUTANT_AGAIN: 'yes' })
