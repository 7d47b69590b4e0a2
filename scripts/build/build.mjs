// Builds dist/. The declarations that tsup bundles stand in dist/types as long
// as it runs.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

const run = (command) => {
  const { status } = spawnSync(command, { stdio: 'inherit', shell: true })
  if (status !== 0) process.exit(status ?? 1)
}

rmSync('dist', { recursive: true, force: true })
run('node node_modules/typescript/bin/tsc -p scripts/build/tsconfig.types.json')
run('tsup')
rmSync('dist/types', { recursive: true })
run('node scripts/build/licenses.mjs')
run('tsx scripts/build/writeScenarioSchema.ts')
