// Builds the site into site/dist, from a clean clone too: what is missing is
// installed and built first.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const run = (...command) => {
  const [name, ...args] = command
  const { status } = spawnSync(name, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (!existsSync('node_modules')) run('npm', 'ci')
if (!existsSync('site/node_modules')) run('npm', 'ci', '--prefix', 'site')
// The playground has the library as it is published; `npm run build` makes
// that anew.
if (!existsSync('dist/timeline.js')) run('npm', 'run', 'build')
run('npx', 'tsx', 'site/build.ts')
