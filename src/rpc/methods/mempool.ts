import { highestGasPrice } from '../../chain/execution/price.js'
import { listPool, type Pool } from '../../chain/mempool/pool.js'
import type { Transaction } from '../../chain/transaction.js'
import { type Hex, toQuantity } from '../../hex/hex.js'
import { formatQueued } from '../format/formatQueued.js'
import type { MockRpcSchema } from '../schema.js'
import type { MethodsOf } from './method.js'
import { result } from './result.js'

/** What waits to be pre-confirmed, as geth tells of its pool. */
export const mempoolMethods = {
  eth_pendingTransactions({ chain }) {
    const { pending } = listPool(chain)
    return result(
      [...pending.values()].flatMap((own) =>
        own.map(formatQueued),
      ) as WaitingTransactions,
    )
  },

  txpool_content({ chain }) {
    const { pending, queued } = listPool(chain)
    return result({
      pending: byAddress(pending, formatQueued),
      queued: byAddress(queued, formatQueued),
    } as Content)
  },

  txpool_contentFrom({ chain }, [address]) {
    const { pending, queued } = listPool(chain)
    return result({
      pending: byNonce(pending.get(address), formatQueued),
      queued: byNonce(queued.get(address), formatQueued),
    } as ContentFrom)
  },

  txpool_inspect({ chain }) {
    const { pending, queued } = listPool(chain)
    return result({
      pending: byAddress(pending, inspect),
      queued: byAddress(queued, inspect),
    })
  },

  txpool_status({ chain }) {
    const { pending, queued } = listPool(chain)
    return result({ pending: count(pending), queued: count(queued) })
  },
} satisfies MethodsOf<'mempool'>

type Content = MockRpcSchema['txpool_content']['ReturnType']
type WaitingTransactions =
  MockRpcSchema['eth_pendingTransactions']['ReturnType']
type ContentFrom = MockRpcSchema['txpool_contentFrom']['ReturnType']

function byAddress<value>(
  pool: Pool['pending'],
  write: (transaction: Transaction) => value,
): { [address: Hex]: { [nonce: string]: value } } {
  return Object.fromEntries(
    [...pool].map(([address, own]) => [address, byNonce(own, write)]),
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

/** In the one line of geth's. */
function inspect(transaction: Transaction): string {
  const { to, value, gas } = transaction
  return `${to ?? 'contract creation'}: ${value} wei + ${gas} gas × ${highestGasPrice(transaction)} wei`
}

function count(pool: Pool['pending']): Hex {
  let transactions = 0
  for (const own of pool.values()) transactions += own.length
  return toQuantity(transactions)
}
