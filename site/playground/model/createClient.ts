import type { MockNode } from 'preseal'
import { createClient as createAny, custom, type PublicClient } from 'viem'
import { getBalance, getBlock, getBlockNumber } from 'viem/actions'

export type Client = Pick<
  PublicClient,
  'getBalance' | 'getBlock' | 'getBlockNumber' | 'request'
>

/**
 * What the apps need of viem's public client, which has 200 kB of all else. A
 * request that fails is not asked again: each poll is one.
 */
export function createClient({ provider }: MockNode): Client {
  const transport = custom(provider, { retryCount: 0 })
  const client = createAny({ transport })
  return {
    getBalance: (parameters) => getBalance(client, parameters),
    getBlock: (parameters) => getBlock(client, parameters),
    getBlockNumber: (parameters) => getBlockNumber(client, parameters),
    request: client.request as Client['request'],
  }
}
