// Every package whose code the source maps of dist/ name must stand in
// dist/LICENSES.txt.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const licenses = readFileSync('dist/LICENSES.txt', 'utf8')

const packages = new Set()
for (const file of readdirSync('dist').filter((f) => f.endsWith('.map'))) {
  const { sources } = JSON.parse(readFileSync(join('dist', file), 'utf8'))
  for (const source of sources) {
    const directory = source.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0]
    if (!directory) continue
    const manifest = readFileSync(join('dist', directory, 'package.json'))
    const { name, version } = JSON.parse(manifest)
    packages.add(`${name}@${version}`)
  }
}

const missing = [...packages].filter((p) => !licenses.includes(`\n${p} (`))
for (const p of missing) console.error(`${p} is not in dist/LICENSES.txt.`)
if (packages.size === 0) console.error('The source maps name no package.')
console.log(`Inlined: ${[...packages].sort().join(', ')}.`)
process.exitCode = missing.length > 0 || packages.size === 0 ? 1 : 0
