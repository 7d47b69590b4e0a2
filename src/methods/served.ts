/**
 * What an answer rests on: a block that the request names, a transaction that
 * it looks up by hash, the chain as a whole, or nothing that a fault could show
 * as it was: what never changes, what the node keeps for the client, and a
 * write, which acts on what is, whatever a fault shows.
 */
export type Reads = 'block' | 'transaction' | 'chain' | 'nothing'

/** What a method is about: where in `rpc/methods/` it is answered. */
export type Topic =
  | 'accounts'
  | 'blocks'
  | 'calls'
  | 'fees'
  | 'filters'
  | 'logs'
  | 'mempool'
  | 'network'
  | 'subscriptions'
  | 'traces'
  | 'transactions'
  | 'writes'

type Served = {
  readonly topic: Topic
  /** By this faults match. */
  readonly reads: Reads
  /** Whether a public endpoint lets it through. */
  readonly isPublic: boolean
}

/** The methods that preseal answers by itself: all lists of them follow. */
export const served = {
  debug_traceCall: { topic: 'traces', reads: 'block', isPublic: false },
  debug_traceTransaction: {
    topic: 'traces',
    reads: 'transaction',
    isPublic: false,
  },
  eth_accounts: { topic: 'network', reads: 'nothing', isPublic: true },
  eth_blobBaseFee: { topic: 'fees', reads: 'chain', isPublic: true },
  eth_blockNumber: { topic: 'blocks', reads: 'chain', isPublic: true },
  eth_call: { topic: 'calls', reads: 'block', isPublic: true },
  eth_chainId: { topic: 'network', reads: 'nothing', isPublic: true },
  eth_feeHistory: { topic: 'fees', reads: 'block', isPublic: true },
  eth_gasPrice: { topic: 'fees', reads: 'chain', isPublic: true },
  eth_createAccessList: { topic: 'calls', reads: 'block', isPublic: true },
  eth_estimateGas: { topic: 'calls', reads: 'block', isPublic: true },
  eth_getBalance: { topic: 'accounts', reads: 'block', isPublic: true },
  eth_getBlockByHash: { topic: 'blocks', reads: 'block', isPublic: true },
  eth_getBlockByNumber: { topic: 'blocks', reads: 'block', isPublic: true },
  eth_getBlockReceipts: { topic: 'blocks', reads: 'block', isPublic: false },
  eth_getBlockTransactionCountByHash: {
    topic: 'blocks',
    reads: 'block',
    isPublic: true,
  },
  eth_getBlockTransactionCountByNumber: {
    topic: 'blocks',
    reads: 'block',
    isPublic: true,
  },
  eth_getCode: { topic: 'accounts', reads: 'block', isPublic: true },
  eth_getFilterChanges: { topic: 'filters', reads: 'nothing', isPublic: true },
  eth_getFilterLogs: { topic: 'filters', reads: 'nothing', isPublic: true },
  eth_getLogs: { topic: 'logs', reads: 'chain', isPublic: true },
  eth_getProof: { topic: 'accounts', reads: 'block', isPublic: true },
  eth_getStorageAt: { topic: 'accounts', reads: 'block', isPublic: true },
  eth_getTransactionByBlockHashAndIndex: {
    topic: 'transactions',
    reads: 'block',
    isPublic: true,
  },
  eth_getTransactionByBlockNumberAndIndex: {
    topic: 'transactions',
    reads: 'block',
    isPublic: true,
  },
  eth_getTransactionByHash: {
    topic: 'transactions',
    reads: 'transaction',
    isPublic: true,
  },
  eth_getTransactionCount: {
    topic: 'accounts',
    reads: 'block',
    isPublic: true,
  },
  eth_getTransactionReceipt: {
    topic: 'transactions',
    reads: 'transaction',
    isPublic: true,
  },
  eth_getUncleByBlockHashAndIndex: {
    topic: 'blocks',
    reads: 'block',
    isPublic: true,
  },
  eth_getUncleByBlockNumberAndIndex: {
    topic: 'blocks',
    reads: 'block',
    isPublic: true,
  },
  eth_getUncleCountByBlockHash: {
    topic: 'blocks',
    reads: 'block',
    isPublic: true,
  },
  eth_getUncleCountByBlockNumber: {
    topic: 'blocks',
    reads: 'block',
    isPublic: true,
  },
  eth_maxPriorityFeePerGas: { topic: 'fees', reads: 'chain', isPublic: true },
  eth_newBlockFilter: { topic: 'filters', reads: 'nothing', isPublic: true },
  eth_newFilter: { topic: 'filters', reads: 'nothing', isPublic: true },
  eth_newPendingTransactionFilter: {
    topic: 'filters',
    reads: 'nothing',
    isPublic: true,
  },
  eth_fillTransaction: { topic: 'calls', reads: 'chain', isPublic: true },
  eth_simulateV1: { topic: 'calls', reads: 'block', isPublic: true },
  eth_subscribe: { topic: 'subscriptions', reads: 'nothing', isPublic: true },
  eth_unsubscribe: { topic: 'subscriptions', reads: 'nothing', isPublic: true },
  base_transactionStatus: {
    topic: 'transactions',
    reads: 'transaction',
    isPublic: false,
  },
  eth_syncing: { topic: 'network', reads: 'nothing', isPublic: true },
  eth_uninstallFilter: { topic: 'filters', reads: 'nothing', isPublic: true },
  net_listening: { topic: 'network', reads: 'nothing', isPublic: true },
  net_peerCount: { topic: 'network', reads: 'nothing', isPublic: false },
  eth_sendRawTransaction: { topic: 'writes', reads: 'nothing', isPublic: true },
  eth_sendRawTransactionSync: {
    topic: 'writes',
    reads: 'nothing',
    isPublic: true,
  },
  eth_sendTransaction: { topic: 'writes', reads: 'nothing', isPublic: true },
  net_version: { topic: 'network', reads: 'nothing', isPublic: true },
  eth_pendingTransactions: {
    topic: 'mempool',
    reads: 'chain',
    isPublic: false,
  },
  txpool_content: { topic: 'mempool', reads: 'chain', isPublic: false },
  txpool_contentFrom: { topic: 'mempool', reads: 'chain', isPublic: false },
  txpool_inspect: { topic: 'mempool', reads: 'chain', isPublic: false },
  txpool_status: { topic: 'mempool', reads: 'chain', isPublic: false },
  web3_clientVersion: { topic: 'network', reads: 'nothing', isPublic: true },
  web3_sha3: { topic: 'network', reads: 'nothing', isPublic: true },
} as const satisfies { readonly [method: string]: Served }

export type ServedMethod = keyof typeof served

/** The methods of a topic. */
export type MethodOf<topic extends Topic> = {
  [method in ServedMethod]: (typeof served)[method]['topic'] extends topic
    ? method
    : never
}[ServedMethod]

export const servedMethods = Object.keys(served) as ServedMethod[]
