// Changes rooms line by line, and lists the changes that no quick test notices:
// npm run mutants -- node/faults chain. If a room has more lines than SAMPLE,
// SEED draws stretches of it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { mutantRooms } from './mutantRooms.js'

const stretch = 25

const named = process.argv.slice(2)
if (named[0] === '--list') {
  console.log(JSON.stringify(mutantRooms.map(({ room }) => room)))
  process.exit()
}
const rooms = named.map((name) => {
  const found = mutantRooms.find(({ room }) => room === name)
  if (found === undefined)
    throw new Error(
      `There is no room ${name}: name one of ARCHITECTURE.md, as in npm run mutants -- node/faults.`,
    )
  return found
})
if (rooms.length === 0)
  throw new Error('Name a room, as in npm run mutants -- node/faults.')
const stryker =
  process.env.STRYKER ?? 'test/mutants/node_modules/@stryker-mutator'
if (!existsSync(stryker))
  throw new Error('Stryker is missing: run npm install --prefix test/mutants.')

const sample = Number(process.env.SAMPLE ?? 1_500)

/** Draws the same numbers for the same seed, everywhere (mulberry32). */
function drawing() {
  let state = Number(process.env.SEED ?? 1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const drawn = rooms.flatMap(({ room, files }) => {
  const stretches = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length
    return Array.from({ length: Math.ceil(lines / stretch) }, (_, index) => {
      const first = index * stretch + 1
      return `${file}:${first}-${Math.min(first + stretch - 1, lines)}`
    })
  })
  const draw = drawing()
  const chosen = stretches
    .map((range) => ({ range, order: draw() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, Math.max(1, Math.floor(sample / stretch)))
    .map(({ range }) => range)
  console.log(
    `${room}: ${chosen.length} of ${stretches.length} stretches of ${stretch} lines`,
  )
  return chosen
})

// One run for all rooms, because each run begins with all of its tests.
const tests = process.env.TESTS?.split(' ') ?? [
  ...new Set(rooms.flatMap((room) => room.tests)),
]
const out = `.mutants/${rooms.map(({ room }) => room.replaceAll('/', '-')).join('+')}`
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
    ignorePatterns: ['dist', 'coverage', '.proof', '.mutants', 'bench'],
    disableTypeChecks: false,
    tempDirName: '.mutants/sandbox',
    reporters: ['clear-text', 'json', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportTests: false },
    jsonReporter: { fileName: `${out}/report.json` },
    timeoutMS: 5_000,
    thresholds: { high: 90, low: 80, break: null },
  }),
)

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
    },
  },
)

type Report = {
  files: { [path: string]: { mutants: { status: string }[] } }
}

/** Prints the row of each room for the README; says whether one is too low. */
function judge(): boolean {
  const report = JSON.parse(
    readFileSync(`${out}/report.json`, 'utf8'),
  ) as Report
  const isLow = rooms.map(({ room, least, files }) => {
    const found = files.flatMap((file) => report.files[file]?.mutants ?? [])
    const count = (wanted: string) =>
      found.filter(({ status }) => status === wanted).length
    const [killed, slow] = [count('Killed'), count('Timeout')]
    const [survived, uncovered] = [count('Survived'), count('NoCoverage')]
    const total = killed + slow + survived + uncovered
    const rate = total === 0 ? 100 : (100 * (killed + slow)) / total
    console.log(
      `| \`${room}\` | ${sample} | ${total} | ${killed} | ${slow} | ${survived} | ${uncovered} | ${Math.floor(rate)} % |`,
    )
    return rate < least
  })
  return isLow.includes(true)
}

process.exitCode = status !== 0 || judge() ? 1 : 0
