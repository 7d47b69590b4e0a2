import { readFileSync } from 'node:fs'
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

const require = createRequire(import.meta.url)

export function findPeers(): Peers {
  const platform = `${process.platform}-${process.arch}`.replace('x64', 'amd64')
  const extension = process.platform === 'win32' ? '.exe' : ''
  return {
    ganache: find('ganache/package.json', 'ganache'),
    hardhat: find('hardhat/package.json', 'hardhat/hre'),
    anvil: find(
      '@foundry-rs/anvil/package.json',
      `@foundry-rs/anvil-${platform}/bin/anvil${extension}`,
    ),
  }
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
