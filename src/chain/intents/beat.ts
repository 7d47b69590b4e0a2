import type { Chain } from '../chain.js'
import type { Refusal } from '../execute.js'
import {
  exclude,
  hasRoom,
  include,
  type OpenBlock,
  type TransactionEntry,
} from '../openBlock.js'
import {
  emptyQueue,
  leave,
  listDrops,
  listQueue,
  type Queue,
} from '../queue.js'
import type { Included, Transaction } from '../transaction.js'

/** What became of a transaction; `'requested'`: the script dropped it. */
export type Happening =
  | { type: 'preconfirmed'; included: Included }
  | {
      type: 'dropped'
      transaction: Transaction
      reason: DropReason
      /** Where it was pre-confirmed, if no beat takes it back. */
      entered?: Entered
    }

/** A block, and the index of the beat within it. */
type Entered = { readonly blockNumber: bigint; readonly index: number }

/**
 * `'omitted'`: the sealed block is without it; `'nonce'`, `'funds'`,
 * `'overflow'`: it could no longer run.
 */
export type DropReason = 'requested' | 'omitted' | Refusal

/** What a block of that number loses otherwise than by a beat. */
export function takenFrom(blockNumber: bigint) {
  return ({
    transaction,
    index,
    reason,
  }: Pick<TransactionEntry, 'transaction' | 'index'> & {
    reason: DropReason
  }): Happening => ({
    type: 'dropped',
    transaction,
    reason,
    entered: { blockNumber, index },
  })
}

/** Whether all that is queued waits for another block than the open one. */
export function isWaiting({ open, queue }: Chain): boolean {
  if (queue.transactions === null || queue.drops !== null) return false
  const known = waits.get(queue)
  if (known?.on === open) return known.isWaiting
  const isWaiting = !hasRoom(open, listQueue(queue))
  waits.set(queue, { on: open, isWaiting })
  return isWaiting
}

/** Asked at every beat, while a long queue waits for another block. */
const waits = new WeakMap<Queue, { on: OpenBlock; isWaiting: boolean }>()

/** What enters a block as it opens. */
export function opening({ opening, included }: OpenBlock): Happening[] {
  const [first] = included
  return opening === null || first === undefined
    ? []
    : [{ type: 'preconfirmed', included: first }]
}

/**
 * The queue enters the open block: first its drops, then its transactions.
 *
 * @param index - Of the beat within the block.
 */
export function beat(
  chain: Chain,
  index = 0,
): { chain: Chain; happened: Happening[] } {
  const { queue } = chain
  if (queue === emptyQueue || isWaiting(chain)) return { chain, happened: [] }

  const dropped = listDrops(queue)
  const requested =
    dropped.size === 0
      ? []
      : chain.open.included.filter(({ transaction }) =>
          dropped.has(transaction.hash),
        )
  const before =
    requested.length === 0
      ? { open: chain.open, refused: [] }
      : exclude(chain.open, dropped)
  const after = include(
    before.open,
    listQueue(queue).map((transaction) => ({
      type: 'transaction',
      transaction,
      index,
    })),
  )
  const entered = after.open.included.slice(before.open.included.length)
  const { waiting } = after
  // The very state that was projected, instead of one more that is equal.
  const isProjected =
    queue.projected?.on === before.open &&
    waiting.length + after.refused.length === 0
  return {
    chain: {
      ...chain,
      open: isProjected
        ? { ...after.open, state: queue.projected.state }
        : after.open,
      queue: leave(queue, waiting),
    },
    happened: [
      ...requested.map(({ transaction }) => ({
        type: 'dropped' as const,
        transaction,
        reason: 'requested' as const,
      })),
      ...[...before.refused, ...after.refused].map(
        ({ transaction, reason }) => ({
          type: 'dropped' as const,
          transaction,
          reason,
        }),
      ),
      ...entered.map((included) => ({
        type: 'preconfirmed' as const,
        included,
      })),
    ],
  }
}
