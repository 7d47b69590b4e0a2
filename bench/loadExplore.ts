import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Explore = Pick<typeof import('preseal/explore'), 'explore'> &
  Pick<typeof import('preseal/wallet'), 'createWallet'>

/** Undefined where the build has none. */
export async function loadExplore(
  folder: string,
): Promise<Explore | undefined> {
  const dist = join(folder, 'node_modules', 'preseal', 'dist')
  const load = (name: string) => import(pathToFileURL(join(dist, name)).href)
  if (!existsSync(join(dist, 'explore.js'))) return undefined
  const [{ explore }, { createWallet }] = await Promise.all(
    ['explore.js', 'wallet.js'].map(load),
  )
  return { explore, createWallet }
}
