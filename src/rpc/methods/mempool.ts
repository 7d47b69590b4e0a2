import type { RpcTransaction } from 'viem'
import { type Address, type Hex, toQuantity } from '../../base/hex/hex.js'
import { checksum } from '../../base/validation/values.js'
import { listPool, type Pool } from '../../chain/admission/pool.js'
import { highestGasPrice } from '../../chain/execution/executeMessage.js'
import type { Transaction } from '../../chain/model/transaction.js'
import { result } from '../answers/outcome.js'
import { formatQueued } from '../format/formatTransaction.js'
import { address, type MethodsOf, method } from '../method/method.js'
import type { Answering } from '../view/view.js'

/** viem types these for test clients only, with parsed transactions. */
export type MempoolSchema = {
  eth_pendingTransactions: { Parameters: []; ReturnType: RpcTransaction[] }
  txpool_content: {
    Parameters: []
    ReturnType: PoolOf<{ [address: Address]: WaitingTransactions }>
  }
  txpool_contentFrom: {
    Parameters: [address: Address]
    ReturnType: PoolOf<WaitingTransactions>
  }
  txpool_inspect: {
    Parameters: []
    ReturnType: PoolOf<{ [address: Address]: { [nonce: string]: string } }>
  }
  txpool_status: { Parameters: []; ReturnType: PoolOf<Hex> }
}

type PoolOf<waiting> = { pending: waiting; queued: waiting }
type WaitingTransactions = { [nonce: string]: RpcTransaction }

/** Transactions that wait to be pre-confirmed, as in geth's pool. */
export const mempoolMethods = {
  eth_pendingTransactions: method({
    reads: 'chain',
    isPublic: false,
    params: [],
    answer({ chain, answering }) {
      const { pending, queued } = listPool(chain)
      const isAll = answering.pendingTransactions === 'all'
      return result(
        [...pending.values(), ...(isAll ? queued.values() : [])].flatMap(
          (own) => own.map(formatWaiting),
        ),
      )
    },
  }),

  txpool_content: method({
    reads: 'chain',
    isPublic: false,
    params: [],
    answer({ chain, answering }) {
      const { pending, queued } = listPool(chain)
      return result({
        pending: byAddress(pending, formatWaiting, showerOf(answering)),
        queued: byAddress(queued, formatWaiting, showerOf(answering)),
      })
    },
  }),

  txpool_contentFrom: method({
    reads: 'chain',
    isPublic: false,
    params: [address],
    answer({ chain }, [address]) {
      const { pending, queued } = listPool(chain)
      return result({
        pending: byNonce(pending.get(address), formatWaiting),
        queued: byNonce(queued.get(address), formatWaiting),
      })
    },
  }),

  txpool_inspect: method({
    reads: 'chain',
    isPublic: false,
    params: [],
    answer({ chain, answering }) {
      const { pending, queued } = listPool(chain)
      const show = showerOf(answering)
      const line = (transaction: Transaction) => inspect(transaction, show)
      return result({
        pending: byAddress(pending, line, show),
        queued: byAddress(queued, line, show),
      })
    },
  }),

  txpool_status: method({
    reads: 'chain',
    isPublic: false,
    params: [],
    answer({ chain }) {
      const { pending, queued } = listPool(chain)
      return result({ pending: count(pending), queued: count(queued) })
    },
  }),
} satisfies MethodsOf<MempoolSchema>

function byAddress<value>(
  pool: Pool['pending'],
  write: (transaction: Transaction) => value,
  show: (address: Address) => string,
): { [address: Hex]: { [nonce: string]: value } } {
  return Object.fromEntries(
    [...pool].map(([address, own]) => [show(address), byNonce(own, write)]),
  )
}

function byNonce<value>(
  own: readonly Transaction[] = [],
  write: (transaction: Transaction) => value,
): { [nonce: string]: value } {
  return Object.fromEntries(
    own.map((transaction) => [`${transaction.nonce}`, write(transaction)]),
  )
}

/** viem's type leaves `gasPrice` to the older types. */
function formatWaiting(transaction: Transaction): RpcTransaction {
  return formatQueued(transaction) as RpcTransaction
}

/** How the node writes addresses of its pool. */
function showerOf({ txpoolAddresses }: Answering) {
  return txpoolAddresses === 'checksummed'
    ? checksum
    : (address: Address) => address
}

/** In the one line of geth's. */
function inspect(
  transaction: Transaction,
  show: (address: Address) => string,
): string {
  const { to, value, gas } = transaction
  const receiver = to === null ? 'contract creation' : show(to)
  return `${receiver}: ${value} wei + ${gas} gas × ${highestGasPrice(transaction)} wei`
}

function count(pool: Pool['pending']): Hex {
  let transactions = 0
  for (const own of pool.values()) transactions += own.length
  return toQuantity(transactions)
}
