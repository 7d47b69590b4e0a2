/**
 * What an answer rests on: a block that the request names, a transaction that
 * it looks up by hash, the chain as a whole, or nothing that ever changes.
 */
export type Reads = 'block' | 'transaction' | 'chain' | 'nothing'

type Served = {
  /** By this faults match. */
  readonly reads: Reads
  /** Whether a public endpoint lets it through. */
  readonly isPublic: boolean
}

/** The methods that preseal answers by itself: all lists of them follow. */
export const served = {
  eth_blockNumber: { reads: 'chain', isPublic: true },
  eth_chainId: { reads: 'nothing', isPublic: true },
  eth_getBalance: { reads: 'block', isPublic: true },
  eth_getBlockByHash: { reads: 'block', isPublic: true },
  eth_getBlockByNumber: { reads: 'block', isPublic: true },
  eth_getBlockReceipts: { reads: 'block', isPublic: false },
  eth_getCode: { reads: 'block', isPublic: true },
  eth_getStorageAt: { reads: 'block', isPublic: true },
  eth_getTransactionByHash: { reads: 'transaction', isPublic: true },
  eth_getTransactionCount: { reads: 'block', isPublic: true },
  eth_getTransactionReceipt: { reads: 'transaction', isPublic: true },
  net_version: { reads: 'nothing', isPublic: true },
  web3_clientVersion: { reads: 'nothing', isPublic: true },
} as const satisfies { readonly [method: string]: Served }

export type ServedMethod = keyof typeof served

export const servedMethods = Object.keys(served) as ServedMethod[]
