// The lock file names versions and checksums, never where to download from.
import { readFileSync } from 'node:fs'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const resolved = Object.keys(packages).filter(
  (path) => packages[path].resolved !== undefined,
)
for (const path of resolved)
  console.error(`package-lock.json holds an address for ${path}.`)
process.exitCode = resolved.length > 0 ? 1 : 0
