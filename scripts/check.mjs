// What a machine can check beside the tests: `npm run check` does all of it, the
// later parts too when one fails, and `npm run check -- lint types` these two.
import { spawnSync } from 'node:child_process'

// The newest TypeScript, written in Go, takes a fifth of the time. The one of
// package.json has checked src/ as the build wrote its declarations.
const tsc = 'node node_modules/typescript-7/bin/tsc'

const parts = {
  build: 'npm run -s build',
  lint: 'biome ci --error-on-warnings',
  types: `${tsc} && ${tsc} -p scripts/build/tsconfig.browser.json`,
  // All below read dist/, or what stands beside it in the package.
  entries: 'tsx scripts/writeEntries.ts --check',
  bundles: 'tsx scripts/checkBundles.ts',
  api: 'tsx scripts/api/writeApi.ts --check',
  'types-of-consumers': 'tsx scripts/checkConsumerTypes.ts',
  'types-of-package':
    'attw --pack . --exclude-entrypoints ./scenario.schema.json',
  package: 'publint --strict',
  unused: 'knip --config scripts/knip.json',
  lock: 'node scripts/checkLock.mjs',
}

const named = process.argv.slice(2)
if (named[0] === '--list') {
  console.log(Object.keys(parts).join('\n'))
  process.exit()
}
const unknown = named.filter((name) => !(name in parts))
if (unknown.length > 0)
  throw new Error(
    `There is no part ${unknown.join(', ')}: name some of ${Object.keys(parts).join(', ')}.`,
  )

for (const name of named.length > 0 ? named : Object.keys(parts)) {
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(parts[name], {
    encoding: 'utf8',
    shell: true,
    maxBuffer: 2 ** 28,
  })
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (status === 0) continue
  console.log(stdout + stderr)
  process.exitCode = 1
}
