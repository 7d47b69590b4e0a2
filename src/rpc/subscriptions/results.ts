import type { RpcBlock } from 'viem'
import type { BlockView, Chain } from '../../chain/chain.js'
import { matchesLog } from '../../chain/logs/logFilter.js'
import { arrivalsSince } from '../../chain/mempool/announce.js'
import type { Included } from '../../chain/transaction.js'
import { lookup } from '../../codec/trie.js'
import { changedLogs, newBlocks } from '../filters/changes.js'
import { formatBlock } from '../format/formatBlock.js'
import { formatImportedBlock } from '../format/formatImported.js'
import { formatLog } from '../format/formatLog.js'
import { formatQueued } from '../format/formatQueued.js'
import { formatTransaction } from '../format/formatTransaction.js'
import { identify } from '../format/identity.js'
import type { View } from '../view.js'
import { flashblockPayload } from './flashblockPayload.js'
import type { SubscriptionKind } from './kinds.js'

/** What nodes differ in. */
export type SubscriptionOptions = {
  /** When there is a new head: at each seal, or the pending one at each beat. */
  readonly newHeads: 'block' | 'beat'
  /** The pending block, or a message as the stream of a builder has it. */
  readonly newFlashblocks: 'block' | 'payload'
}

/**
 * What a subscription is told, each as a message of its own, now that the chain
 * is what the view shows.
 *
 * @param index - Of the beat that came with it within its block, if one did.
 */
export function resultsOf(
  kind: SubscriptionKind,
  since: Chain,
  view: View,
  index: number | undefined,
  options: SubscriptionOptions,
): readonly unknown[] {
  const { chain } = view
  const isBeat = index !== undefined
  switch (kind.type) {
    case 'newHeads': {
      if (options.newHeads === 'beat')
        return isBeat ? [headOf(view, chain.open)] : []
      return newBlocks(since, chain).map((block) => headOf(view, block))
    }
    case 'syncing':
      return []
    case 'logs':
      return changedLogs(since, view, kind.criteria)
    case 'newPendingTransactions':
      return arrivalsSince(since, chain).map((transaction) =>
        kind.isFull ? formatQueued(transaction) : transaction.hash,
      )
    case 'newFlashblocks': {
      if (!isBeat) return []
      return options.newFlashblocks === 'payload'
        ? [flashblockPayload(view, since, entered(since, chain), index)]
        : [wholeBlock(view, chain.open)]
    }
    case 'pendingLogs':
      return isBeat
        ? entered(since, chain).flatMap((one) =>
            logsOf(view, one).filter((_, at) =>
              matchesLog(kind.criteria, one.effect.logs[at] as never),
            ),
          )
        : []
    case 'newFlashblockTransactions': {
      if (!isBeat) return []
      const { criteria, isFull } = kind
      return entered(since, chain)
        .filter(
          ({ effect }) =>
            criteria === undefined ||
            effect.logs.some((log) => matchesLog(criteria, log)),
        )
        .map((one) => (isFull ? withLogs(view, one) : one.transaction.hash))
    }
  }
}

/** What the newest beat brought into the pending block. */
function entered(since: Chain, { open }: Chain): readonly Included[] {
  if (open.imported !== undefined) return []
  const isSame = since.open.number === open.number
  return isSame
    ? open.included.filter(
        ({ transaction }) =>
          lookup(since.open.positions, transaction.hash) === undefined,
      )
    : open.included
}

function wholeBlock(view: View, block: BlockView): RpcBlock {
  return block.imported === undefined
    ? formatBlock(view, block, true)
    : formatImportedBlock(block.imported, true)
}

/** A block without what lies in it, as geth tells of heads. */
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
