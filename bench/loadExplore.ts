import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { explore } from 'preseal/explore'

type Explore = { readonly explore: typeof explore }

/** Undefined where the build has none. */
export async function loadExplore(
  folder: string,
): Promise<Explore | undefined> {
  const entry = join(folder, 'node_modules', 'preseal', 'dist', 'explore.js')
  return existsSync(entry) ? import(pathToFileURL(entry).href) : undefined
}
