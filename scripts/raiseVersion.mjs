// Raises the version by what the changesets say, and writes it wherever else it
// stands. The workflow that releases runs it.
import { execSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const readVersion = () =>
  JSON.parse(readFileSync('package.json', 'utf8')).version

const before = readVersion()
execSync('npx changeset version', { stdio: 'inherit' })
const after = readVersion()
for (const file of [
  'src/node/options/resolveOptions.ts',
  'docs/reference/options.md',
]) {
  const text = readFileSync(file, 'utf8')
  const said = `preseal/${before}'`
  if (!text.includes(said)) throw new Error(`${file} does not say ${said}.`)
  writeFileSync(file, text.replaceAll(said, `preseal/${after}'`))
}
// The lock file says it as well, and a longer version makes a table wider.
execSync('npm install --package-lock-only --ignore-scripts', {
  stdio: 'inherit',
})
execSync('npx biome check --write docs', { stdio: 'inherit' })
