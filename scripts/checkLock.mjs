// The lock files name versions and checksums, never where to download from.
import { readFileSync } from 'node:fs'

const locks = ['', 'site/', 'wild/'].map(
  (folder) => `${folder}package-lock.json`,
)
for (const lock of locks) {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'))
  const resolved = Object.keys(packages).filter(
    (path) => packages[path].resolved !== undefined,
  )
  for (const path of resolved)
    console.error(`${lock} holds an address for ${path}.`)
  if (resolved.length > 0) process.exitCode = 1
}
