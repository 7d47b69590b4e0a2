import type { RpcBlock } from 'viem'
import { arrivalsSince } from '../../chain/blocks/announce.js'
import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import type { TransactionEvent } from '../../chain/blocks/transactionEvent.js'
import { matchesLog } from '../../chain/logs/logFilter.js'
import { seenBy } from '../../chain/lookup/seen.js'
import type { Included } from '../../chain/model/transaction.js'
import { formatBlock } from '../format/formatBlock.js'
import { formatImportedBlock } from '../format/formatImported.js'
import { formatLog } from '../format/formatLog.js'
import { formatQueued } from '../format/formatQueued.js'
import { formatTransaction } from '../format/formatTransaction.js'
import { identify } from '../format/identity.js'
import type { SubscriptionKind } from '../view/kinds.js'
import type { View } from '../view/view.js'
import { newBlocks } from './changes.js'
import { committedHeads } from './committedHeads.js'
import { committedLogs } from './committedLogs.js'
import { flashblockPayload } from './flashblockPayload.js'
import { miniBlock } from './miniBlock.js'
import { newLogs } from './newLogs.js'
import { shred } from './shred.js'
import { stateChanges } from './stateChanges.js'

/** Options of subscriptions. */
export type SubscriptionOptions = {
  /**
   * When a new head is sent: at each seal, or at each beat (the pending block).
   */
  readonly newHeads: 'block' | 'beat'
  /** The pending block, or a payload as in a builder's stream. */
  readonly newFlashblocks: 'block' | 'payload'
}

/** An event as subscriptions read it, with the chain at that time. */
type Happening =
  | {
      readonly type: 'beat'
      readonly chain: Chain
      readonly at: { readonly index: number }
      /** Counted from creation. */
      readonly count: number
      /** ms since its block opened */
      readonly offset: number
    }
  | {
      readonly type: 'transaction'
      readonly chain: Chain
      readonly event: TransactionEvent
    }
  | { readonly type: 'sealed' | 'reorged' }

/**
 * The results for a subscription, each as a message of its own, now that the
 * chain is as the view shows.
 */
export function resultsOf(
  kind: SubscriptionKind,
  view: View,
  { from, events }: { from: Chain; events: readonly Happening[] },
  options: SubscriptionOptions,
): readonly unknown[] {
  const { chain } = view
  const at = (then: Chain): View => ({ ...view, chain: then })
  switch (kind.type) {
    case 'newHeads':
      return options.newHeads === 'beat' && isSeen(chain)
        ? beatsIn(events).map(({ chain }) => headOf(at(chain), chain.open))
        : newBlocks(from, chain).map((held) =>
            headOf(at(held.chain), held.block),
          )
    case 'syncing':
      return []
    case 'logs':
      return newLogs(from, view, kind.criteria)
    case 'newPendingTransactions':
      return arrivalsSince(from, chain).map((transaction) =>
        kind.isFull ? formatQueued(transaction) : transaction.hash,
      )
    case 'newFlashblocks':
      return beatsIn(events).map(({ chain, at: { index } }) =>
        options.newFlashblocks === 'payload'
          ? flashblockPayload(at(chain), from, enteredIn(events, chain), index)
          : wholeBlock(at(chain), chain.open),
      )
    case 'monadNewHeads':
      return committedHeads(from, chain).map((one) => {
        const head = headOf(at(one.chain), one.block)
        // A proposal is named by its hash: how Monad makes it is not known here.
        return { ...head, blockId: head.hash, commitState: one.commitState }
      })
    case 'monadLogs':
      return committedLogs(from, view, kind.criteria)
    case 'miniBlocks':
      return beatsIn(events).map((beat) =>
        miniBlock(at(beat.chain), enteredIn(events, beat.chain), beat),
      )
    case 'shreds':
      return beatsIn(events).map(({ chain, at: { index } }) => {
        const { withState } = kind
        const entered = enteredIn(events, chain)
        return shred(from, chain, entered, { index, withState })
      })
    case 'stateChanges':
      return isSeen(chain)
        ? stateChanges(from, chain)
            .filter(({ address }) => kind.addresses.has(address))
            .map(({ newCode, ...change }) => change)
        : []
    case 'pendingLogs':
      return preconfirmedIn(events).flatMap(({ included, chain }) =>
        logsOf(at(chain), included).filter((_, position) => {
          const log = included.effect.logs[position]
          return log !== undefined && matchesLog(kind.criteria, log)
        }),
      )
    case 'newFlashblockTransactions': {
      const { criteria, isFull } = kind
      return preconfirmedIn(events)
        .filter(
          ({ included }) =>
            criteria === undefined ||
            included.effect.logs.some((log) => matchesLog(criteria, log)),
        )
        .map(({ included, chain }) =>
          isFull ? withLogs(at(chain), included) : included.transaction.hash,
        )
    }
  }
}

/** Beats that anybody sees. */
function beatsIn(events: readonly Happening[]) {
  return events.filter(
    (event) => event.type === 'beat' && isSeen(event.chain),
  ) as Extract<Happening, { type: 'beat' }>[]
}

function isSeen(chain: Chain): boolean {
  return seenBy(chain) !== 'none'
}

/** Events behind `'preconfirmed'`, and the chain at that time. */
function preconfirmedIn(events: readonly Happening[]) {
  return events.flatMap((told) =>
    told.type === 'transaction' &&
    told.event.type === 'preconfirmed' &&
    isSeen(told.chain)
      ? [{ included: told.event.included, chain: told.chain }]
      : [],
  )
}

/** Among those, transactions that entered the block that is open in the end. */
function enteredIn(
  events: readonly Happening[],
  { open }: Chain,
): readonly Included[] {
  return preconfirmedIn(events)
    .filter(({ chain }) => chain.open.number === open.number)
    .map(({ included }) => included)
}

/** An imported one as far as it is known: with hashes, if it came with them. */
function wholeBlock(view: View, block: BlockView): RpcBlock {
  const { imported } = block
  if (imported === undefined) return formatBlock(view, block, true)
  const isWhole = imported.transactions.every(({ text }) => text !== undefined)
  return formatImportedBlock(imported, isWhole)
}

/** A block without its transactions, as geth sends heads. */
function headOf(view: View, block: BlockView): Partial<RpcBlock> {
  const whole: Partial<RpcBlock> =
    block.imported === undefined
      ? formatBlock(view, block, false)
      : formatImportedBlock(block.imported, false)
  const { transactions, uncles, withdrawals, size, ...head } = whole
  return head
}

function logsOf(view: View, one: Included) {
  const { receipt } = identify(view, view.chain.open)
  return one.effect.logs.map((_, position) =>
    formatLog(one, position, receipt, false),
  )
}

/** As base/base tells it: the transaction, and its logs. */
function withLogs(view: View, one: Included) {
  const { transaction } = identify(view, view.chain.open)
  return { ...formatTransaction(one, transaction), logs: logsOf(view, one) }
}
