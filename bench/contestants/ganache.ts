import { createRequire } from 'node:module'
import type { Request } from '../loops.js'
import type { Peer } from './peers.js'

export type GanacheOptions = { miner?: { blockTime: number } }

type Ganache = {
  provider(options: object): { request: Request; disconnect(): Promise<void> }
}

/** A chain of ganache in this process; `load` is what `require` gave. */
export function startGanache(peer: Peer, options: GanacheOptions = {}) {
  const load = createRequire(import.meta.url)
  const ganache = load(peer.path) as Ganache
  const provider = ganache.provider({
    logging: { quiet: true },
    ...options,
  })
  return {
    request: (args: Parameters<Request>[0]) => provider.request(args),
    stop: () => provider.disconnect(),
  }
}
