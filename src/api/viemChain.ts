import type { Chain } from 'viem'
import type { Timing } from '../runtime/time/rhythm.js'

/** The chain as viem's clients know chains. */
export function viemChain(
  chainId: number,
  { blockTime, preconfirmationTime }: Timing,
): Chain {
  return {
    id: chainId,
    name: 'preseal',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://node.test'] } },
    testnet: true,
    blockTime,
    experimental_preconfirmationTime: preconfirmationTime,
  }
}
