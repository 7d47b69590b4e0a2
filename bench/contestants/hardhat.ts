import { pathToFileURL } from 'node:url'
import type { Request } from '../loops.js'
import type { Peer } from './peers.js'

type Hardhat = {
  createHardhatRuntimeEnvironment(config: object): Promise<{
    network: { connect(): Promise<{ provider: { request: Request } }> }
  }>
}

/** A simulated network of Hardhat in this process. */
export async function startHardhat(peer: Peer) {
  const { createHardhatRuntimeEnvironment: create }: Hardhat = await import(
    pathToFileURL(peer.path).href
  )
  const { network } = await create({})
  const { provider } = await network.connect()
  return { request: (args: Parameters<Request>[0]) => provider.request(args) }
}
