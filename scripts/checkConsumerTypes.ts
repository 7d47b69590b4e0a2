// Compiles the types of test/consumers/ against the declarations in dist/ with
// the oldest TypeScript that viem supports, the one of the build and the newest,
// and `lib` ES2022. Library declarations are checked too, but only the errors in
// ours count: those of other packages have some of their own.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { entries } from './entries.js'

const consumers = entries.map(({ bundle }) =>
  bundle === 'index'
    ? 'test/consumers/types.ts'
    : `test/consumers/${bundle}-types.ts`,
)
const declarations = entries.map(({ bundle }) => `/dist/${bundle}.d.ts`)

const config = 'tsconfig.consumers.json'
writeFileSync(
  config,
  JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022'],
      types: ['node'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
    },
    files: ['test/consumers/runtimes.d.ts', ...consumers],
  }),
)
try {
  for (const compiler of ['typescript-5.0', 'typescript', 'typescript-7'])
    compile(`node_modules/${compiler}/bin/tsc`)
} finally {
  rmSync(config)
}

function compile(tsc: string) {
  const run = (...more: string[]) =>
    spawnSync(
      'node',
      [tsc, '--project', config, '--pretty', 'false', ...more],
      {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      },
    ).stdout
  const version = run('--version').trim()
  const lines = run('--listFiles').split('\n')
  const missing = declarations.filter(
    (path) => !lines.some((line) => line.endsWith(path)),
  )
  if (missing.length > 0)
    throw new Error(
      `${version} does not find ${missing.join(', ')} by the names of their entries.`,
    )
  const errors = lines.filter(
    (line) => /\berror TS\d+:/.test(line) && !line.includes('node_modules/'),
  )
  console.log([`${version}: ${errors.length} errors`, ...errors].join('\n'))
  if (errors.length > 0) process.exitCode = 1
}
