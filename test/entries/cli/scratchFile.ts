import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The path of a file that does not exist yet, in a folder that goes with the test. */
export function scratchFile(name = 'scenario.json'): string {
  const folder = mkdtempSync(join(tmpdir(), 'preseal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, name)
}
