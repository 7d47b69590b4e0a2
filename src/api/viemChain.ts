import type { Chain } from 'viem'
import type { Options } from '../node/options/resolveOptions.js'

/** The chain in viem's form. */
export function viemChain({
  profile,
  chainId,
  blockTime,
  preconfirmationTime,
  beatsSeenBy,
  answers: { receipts },
}: Options): Chain {
  const isSealedAlone = beatsSeenBy === 'none' || receipts === 'atSeal'
  return {
    id: chainId,
    name: profile?.name ?? 'preseal',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    ...profile?.chain,
    rpcUrls: { default: { http: ['http://node.test'] } },
    contracts: {
      multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' },
    },
    testnet: true,
    blockTime,
    // With it viem reads at `pending`, where such a chain has nothing to show.
    ...(!isSealedAlone && {
      experimental_preconfirmationTime: preconfirmationTime,
    }),
  }
}
