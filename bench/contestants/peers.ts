import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** Where the peers are, as far as `npm install --prefix bench` put them. */
export type Peers = {
  readonly ganache: Peer | undefined
  readonly anvil: Peer | undefined
  readonly hardhat: Peer | undefined
}

export type Peer = {
  readonly version: string
  /** What to load or to run. */
  readonly path: string
}

export const noPeers: Peers = {
  ganache: undefined,
  anvil: undefined,
  hardhat: undefined,
}

const require = createRequire(import.meta.url)

export function findPeers(): Peers {
  const platform = `${process.platform}-${process.arch}`.replace('x64', 'amd64')
  const extension = process.platform === 'win32' ? '.exe' : ''
  return {
    ganache: find('ganache/package.json', 'ganache'),
    hardhat:
      absentAddon() === undefined
        ? find('hardhat/package.json', 'hardhat/hre')
        : undefined,
    anvil: find(
      '@foundry-rs/anvil/package.json',
      `@foundry-rs/anvil-${platform}/bin/anvil${extension}`,
    ),
  }
}

/**
 * The package to install, with its version, if Hardhat's engine lacks its native
 * addon: it asks for Node 22, so npm leaves it out on Node 20, where it runs.
 */
export function absentAddon(): string | undefined {
  // Its exports hide the manifest, so it is found by its folder.
  const manifest = new URL(`${installed}${edr}/package.json`, import.meta.url)
  if (!existsSync(manifest)) return undefined
  const { optionalDependencies = {} }: Manifest = JSON.parse(
    readFileSync(manifest, 'utf8'),
  )
  const ours = Object.keys(optionalDependencies).filter((name) =>
    name.includes(`${process.platform}-${process.arch}`),
  )
  const isThere = ours.some((name) =>
    existsSync(new URL(`${installed}${name}`, import.meta.url)),
  )
  const [first] = ours
  return isThere || first === undefined
    ? undefined
    : `${first}@${optionalDependencies[first]}`
}

const edr = '@nomicfoundation/edr'
/** As npm puts them, all side by side. */
const installed = '../node_modules/'

type Manifest = {
  readonly optionalDependencies?: { readonly [name: string]: string }
}

function find(manifest: string, entry: string): Peer | undefined {
  try {
    const { version } = JSON.parse(
      readFileSync(require.resolve(manifest), 'utf8'),
    )
    return { version, path: require.resolve(entry) }
  } catch {
    return undefined
  }
}

/** The folder of a package that the library's own dependencies hold. */
export const packageFolder = (name: string): string =>
  dirname(require.resolve(`${name}/package.json`))
