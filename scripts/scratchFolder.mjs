import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))

/** What `npm pack` calls the tarball of this version. */
export const tarballName = `${name}-${version}.tgz`

/** A folder that is gone when the script ends. */
export function scratchFolder(prefix) {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}-`))
  process.on('exit', () => rmSync(folder, { recursive: true }))
  return folder
}
