import type { RpcTransaction, RpcTransactionReceipt } from 'viem'
import { lookup } from '../../base/codec/trie.js'
import {
  type Address,
  type Hash,
  type Hex,
  type Nonce,
  type StateSelector,
  toNonce,
} from '../../base/hex/hex.js'
import type { Chain } from '../../chain/blocks/chain.js'
import { findPlaced, findQueued } from '../../chain/blocks/queue.js'
import { recordedTransaction } from '../../chain/lookup/askFork.js'
import {
  type FoundTransaction,
  findByIndex,
  findOpen,
  findSealedBlock,
  findTransaction,
  hashOf,
  keepsPool,
} from '../../chain/lookup/find.js'
import type { BlockRun } from '../../chain/model/blockRun.js'
import type { Lineage } from '../../chain/model/lineage.js'
import { readAccount } from '../../chain/model/state.js'
import type { Included } from '../../chain/model/transaction.js'
import { result } from '../answers/outcome.js'
import { identify } from '../format/formatBlock.js'
import {
  formatImportedReceipt,
  formatImportedTransaction,
} from '../format/formatImported.js'
import { formatReceipt } from '../format/formatReceipt.js'
import { formatQueued, formatTransaction } from '../format/formatTransaction.js'
import {
  address,
  blockHash,
  index,
  type MethodsOf,
  method,
  numberOrTag,
  type SchemaOfViem,
  transactionHash,
} from '../method/method.js'
import type { View } from '../view/view.js'

export type TransactionsSchema = SchemaOfViem<
  | 'eth_getTransactionByBlockHashAndIndex'
  | 'eth_getTransactionByBlockNumberAndIndex'
  | 'eth_getTransactionByHash'
  | 'eth_getTransactionReceipt'
> & {
  // viem has none of it.
  base_transactionStatus: {
    Parameters: [hash: Hash]
    ReturnType: { status: 'Known' | 'Unknown' }
  }
  eth_getTransactionBySenderAndNonce: {
    Parameters: [address: Address, nonce: Hex]
    ReturnType: RpcTransaction | null
  }
}

/** Transactions by hash, and by their place in a block. */
export const transactionsMethods = {
  /** base/base asks its pool, which forgets what is sealed. */
  base_transactionStatus: method({
    reads: 'transaction',
    isPublic: false,
    params: [transactionHash],
    answer({ chain: { queue, open } }, [hash]) {
      const transaction = findQueued(queue, hash) ?? findOpen({ open }, hash)
      const isKnown =
        transaction !== undefined && transaction.type !== 'deposit'
      return result({ status: isKnown ? 'Known' : 'Unknown' } as const)
    },
  }),

  eth_getTransactionByBlockHashAndIndex: method({
    reads: 'block',
    isPublic: true,
    params: [blockHash, index],
    answer: indexed,
  }),

  eth_getTransactionByBlockNumberAndIndex: method({
    reads: 'block',
    isPublic: true,
    params: [numberOrTag, index],
    answer: indexed,
  }),

  eth_getTransactionByHash: method({
    reads: 'transaction',
    isPublic: true,
    params: [transactionHash],
    answer(view, [hash]) {
      const waiting = findWaiting(view, hash)
      if (waiting !== undefined)
        return result(formatQueued(waiting) as RpcTransaction)
      const found = findTold(view, hash)
      if (found !== null) return format(view, found)
      const recorded = recordedTransaction(view.chain, hash)
      return result(recorded && copyOf<RpcTransaction>(recorded.transaction))
    },
  }),

  /** As in reth and anvil. */
  eth_getTransactionBySenderAndNonce: method({
    reads: 'transaction',
    isPublic: true,
    params: [address, { ...index, name: 'nonce' }],
    answer(view, [from, given]) {
      const { chain } = view
      const nonce = toNonce(given)
      const queued = findPlaced(chain.queue, from, nonce)
      if (queued !== undefined)
        return result(formatQueued(queued) as RpcTransaction)
      const found = findSent(chain, from, nonce)
      if (found === null) return result(null)
      const waiting = findWaiting(view, hashOf(found))
      return waiting === undefined
        ? format(view, found)
        : result(formatQueued(waiting) as RpcTransaction)
    },
  }),

  eth_getTransactionReceipt: method({
    reads: 'transaction',
    isPublic: true,
    params: [transactionHash],
    answer(view, [hash]) {
      const found = findTold(view, hash)
      if (found === null) {
        const recorded = recordedTransaction(view.chain, hash)
        return result(
          recorded && copyOf<RpcTransactionReceipt>(recorded.receipt),
        )
      }
      if (found.type === 'imported')
        return result(formatImportedReceipt(found.imported, found.index))
      const { receipt } = identify(view, found.block)
      const { receiptFields } = view.answering
      return result(formatReceipt(found.included, receipt, receiptFields))
    },
  }),
} satisfies MethodsOf<TransactionsSchema>

/**
 * A sender's transaction of that nonce, from the newest block back: as in reth,
 * none whose nonce the account has yet to reach.
 */
function findSent(
  chain: Chain,
  from: Address,
  nonce: Nonce,
): FoundTransaction | null {
  const isSent = ({ transaction }: Included) =>
    transaction.from === from &&
    transaction.nonce === nonce &&
    transaction.type !== 'deposit'
  const open = chain.open.included.find(isSent)
  if (open !== undefined)
    return { type: 'included', block: chain.open, included: open }
  const { nonce: next } = readAccount(chain.open.state, from)
  if (next !== undefined && nonce >= next) return null
  let link: Lineage<BlockRun> | null = chain.sealed
  for (; link !== null; link = link.parent) {
    const included = link.value.included.find(isSent)
    if (included === undefined) continue
    const block = findSealedBlock(chain, link.value.first)
    return block && { type: 'included', block, included }
  }
  return null
}

/** Null if it is in a block that nobody is to know of yet. */
function findTold({ chain }: View, hash: Hash): FoundTransaction | null {
  const found = findTransaction(chain, hash)
  const isUntold =
    chain.config.receipts === 'atSeal' &&
    found?.type === 'included' &&
    found.block.status === 'open'
  return isUntold ? null : found
}

/** A transaction in no block that anybody sees, or is to know of. */
function findWaiting({ chain }: View, hash: Hash) {
  const { open, queue } = chain
  const queued = findQueued(queue, hash)
  if (queued !== undefined || !keepsPool(chain)) return queued
  if (lookup(queue.drops, hash) === 'replaced') return undefined
  const held = findOpen({ open }, hash)
  return held?.type === 'deposit' ? undefined : held
}

function indexed(view: View, place: readonly [StateSelector, bigint]) {
  return format(view, findByIndex(view.chain, place))
}

/** Nothing that a record holds is handed out itself. */
function copyOf<wire>(recorded: object): wire {
  return JSON.parse(JSON.stringify(recorded))
}

function format(view: View, found: FoundTransaction | null) {
  if (found === null) return result(null)
  if (found.type === 'imported')
    return result(formatImportedTransaction(found.imported, found.index))
  const { transaction } = identify(view, found.block)
  return result(
    formatTransaction(found.included, transaction) as RpcTransaction,
  )
}
