import type { MockNode } from 'preseal'
import { createClient as createAny, custom, type PublicClient } from 'viem'
import { getBalance, getBlockNumber } from 'viem/actions'

/**
 * What the apps need of viem's public client, which has 200 kB of all else. A
 * request that fails is not asked again: each poll is one.
 */
export function createClient({
  provider,
}: MockNode): Pick<PublicClient, 'getBalance' | 'getBlockNumber'> {
  const transport = custom(provider, { retryCount: 0 })
  const client = createAny({ transport })
  return {
    getBalance: (parameters) => getBalance(client, parameters),
    getBlockNumber: (parameters) => getBlockNumber(client, parameters),
  }
}
