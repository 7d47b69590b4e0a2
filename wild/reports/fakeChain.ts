// As little of a chain as the scripts beside this file need, and nothing of
// preseal: a block every 300 ms, and one transaction, which block 2 includes by default.
type Asked = { readonly method: string; readonly params?: readonly unknown[] }

export const payer = '0x00000000000000000000000000000000000a11ce'
export const payee = '0x0000000000000000000000000000000000000b0b'
export const hash = `0x${'ab'.repeat(32)}` as const
/** The transaction of 0 wei to himself by which the payer cancels. */
export const cancellation = `0x${'cd'.repeat(32)}` as const

const hex = (number: number) => `0x${number.toString(16)}`
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

export function fakeChain({
  fails = () => false,
  isCancelled = false,
  isReverted = false,
  includedIn = 2,
  lastBlock = Number.POSITIVE_INFINITY,
}: {
  /** Whether a request fails; `nth` counts those of its method from 1. */
  readonly fails?: (method: string, nth: number) => boolean
  readonly isCancelled?: boolean
  readonly isReverted?: boolean
  /** The number of the block that includes the transaction. */
  readonly includedIn?: number
  /** The block after which no other comes. */
  readonly lastBlock?: number
} = {}) {
  const began = Date.now()
  const head = () => Math.min(lastBlock, Math.floor((Date.now() - began) / 300))
  const counts = new Map<string, number>()
  const transaction = (one: string, value: number) => ({
    hash: one,
    from: payer,
    to: value === 0 ? payer : payee,
    value: hex(value),
    nonce: '0x0',
    gas: '0x5208',
    gasPrice: '0x1',
    input: '0x',
    type: '0x0',
    v: '0x1b',
    r: hashOf(1),
    s: hashOf(1),
    chainId: '0x7a69',
    ...(head() < includedIn
      ? { blockNumber: null, blockHash: null, transactionIndex: null }
      : {
          blockNumber: hex(includedIn),
          blockHash: hashOf(includedIn),
          transactionIndex: '0x0',
        }),
  })
  const included = isCancelled
    ? () => transaction(cancellation, 0)
    : () => transaction(hash, 1)
  const log = () => ({
    address: payee,
    // event Any()
    topics: [
      '0xd3bb171c96e6e297c2feea26fe3ce3158b7d6529c57652311e89351d40ef8df7',
    ],
    data: '0x',
    blockNumber: hex(includedIn),
    blockHash: hashOf(includedIn),
    transactionHash: hash,
    transactionIndex: '0x0',
    logIndex: '0x0',
    removed: false,
  })

  function answer({ method, params = [] }: Asked): unknown {
    switch (method) {
      case 'eth_chainId':
        return '0x7a69'
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [payer]
      case 'eth_sendTransaction':
        return hash
      case 'eth_blockNumber':
        return hex(head())
      case 'eth_getTransactionCount':
        return head() < includedIn ? '0x0' : '0x1'
      case 'eth_getTransactionByHash': {
        const one = included()
        if (params[0] === one.hash) return one
        return head() < includedIn ? transaction(hash, 1) : null
      }
      case 'eth_getTransactionReceipt':
        return head() < includedIn || params[0] !== included().hash
          ? null
          : {
              ...included(),
              transactionHash: included().hash,
              contractAddress: null,
              cumulativeGasUsed: '0x5208',
              effectiveGasPrice: '0x1',
              gasUsed: '0x5208',
              logs: [],
              logsBloom: `0x${'00'.repeat(256)}`,
              status: isReverted ? '0x0' : '0x1',
            }
      case 'eth_getBlockByNumber': {
        const number = /^0x/.test(`${params[0]}`) ? Number(params[0]) : head()
        return {
          number: hex(number),
          hash: hashOf(number),
          parentHash: hashOf(number - 1),
          timestamp: hex(number),
          nonce: '0x0000000000000000',
          difficulty: '0x0',
          gasLimit: '0x1c9c380',
          gasUsed: '0x0',
          miner: payee,
          extraData: '0x',
          baseFeePerGas: '0x1',
          transactions:
            number === includedIn
              ? [params[1] ? included() : included().hash]
              : [],
        }
      }
      case 'eth_newFilter':
        return '0x1'
      case 'eth_uninstallFilter':
        return true
      case 'eth_getFilterChanges':
        return head() < includedIn ? [] : [log()]
      case 'eth_getLogs': {
        const [{ fromBlock = '0x0' }] = params as [{ fromBlock?: string }]
        return head() < includedIn || Number(fromBlock) > includedIn
          ? []
          : [log()]
      }
      case 'eth_getBalance':
        return '0xde0b6b3a7640000'
      case 'eth_estimateGas':
        return '0x5208'
      case 'eth_gasPrice':
      case 'eth_maxPriorityFeePerGas':
        return '0x1'
      case 'eth_call':
        return '0x'
    }
    throw Object.assign(new Error(`No method ${method}`), { code: -32601 })
  }

  return {
    counts,
    on() {},
    removeListener() {},
    async request(asked: Asked): Promise<unknown> {
      const nth = (counts.get(asked.method) ?? 0) + 1
      counts.set(asked.method, nth)
      if (fails(asked.method, nth))
        throw Object.assign(new Error('header not found'), { code: -32000 })
      return answer(asked)
    },
  }
}

export const pause = (ms: number) =>
  new Promise((resolve) => setTimeout(resolve, ms))
