import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Engine } from 'preseal/evm'

/** Undefined where the build has none. */
export async function loadEngine(folder: string): Promise<Engine | undefined> {
  const entry = join(folder, 'node_modules', 'preseal', 'dist', 'evm.js')
  if (!existsSync(entry)) return undefined
  const { evm }: { evm: () => Engine } = await import(pathToFileURL(entry).href)
  return evm()
}
