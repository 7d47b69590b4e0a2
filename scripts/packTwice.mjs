// Builds and packs the package twice, and fails where a byte differs: whoever
// has the sources can make what npm has. The tarball stays in packed/.
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'packed'

/** The name of the tarball, and the hash by which npm knows it. */
function pack() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  execSync('npm run build', { stdio: ['ignore', 'ignore', 'inherit'] })
  execSync(`npm pack --pack-destination ${folder}`, { stdio: 'ignore' })
  const [name] = readdirSync(folder)
  const bytes = readFileSync(join(folder, name))
  return `${name} sha512-${createHash('sha512').update(bytes).digest('base64')}`
}

const first = pack()
const second = pack()
console.log(second)
if (first !== second) {
  console.error(`Packed before, it was ${first}.`)
  process.exitCode = 1
}
