import type { Chain } from '../chain.js'
import type { Refusal } from '../execute.js'
import {
  emptyQueue,
  exclude,
  hasRoom,
  include,
  type OpenBlock,
} from '../openBlock.js'
import type { Included, Transaction } from '../transaction.js'

/** What became of a transaction; `'requested'`: the script dropped it. */
export type Happening =
  | { type: 'preconfirmed'; included: Included }
  | { type: 'dropped'; transaction: Transaction; reason: DropReason }

/**
 * `'omitted'`: the sealed block is without it; `'nonce'`, `'funds'`,
 * `'overflow'`: it could no longer run.
 */
export type DropReason = 'requested' | 'omitted' | Refusal

/** Whether all that is queued waits for another block than the open one. */
export function isWaiting({ open, queue }: Chain): boolean {
  return (
    queue.transactions.length > 0 &&
    queue.drops.length === 0 &&
    !hasRoom(open, queue.transactions)
  )
}

/** What enters a block as it opens. */
export function opening({ opening, included }: OpenBlock): Happening[] {
  const [first] = included
  return opening === null || first === undefined
    ? []
    : [{ type: 'preconfirmed', included: first }]
}

/** The queue enters the open block: first its drops, then its transactions. */
export function beat(chain: Chain): { chain: Chain; happened: Happening[] } {
  const { queue } = chain
  if (queue === emptyQueue || isWaiting(chain)) return { chain, happened: [] }

  const dropped = new Set(queue.drops)
  const requested = chain.open.included.filter((included) =>
    dropped.has(included.transaction.hash),
  )
  const before =
    requested.length === 0
      ? { open: chain.open, refused: [] }
      : exclude(chain.open, dropped)
  const after = include(
    before.open,
    queue.transactions.map((transaction) => ({
      type: 'transaction',
      transaction,
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
      queue:
        waiting.length === 0
          ? emptyQueue
          : { drops: [], transactions: waiting, projected: undefined },
    },
    happened: [
      ...requested.map(({ transaction }) => ({
        type: 'dropped' as const,
        transaction,
        reason: 'requested' as const,
      })),
      ...[...before.refused, ...after.refused].map((refused) => ({
        type: 'dropped' as const,
        ...refused,
      })),
      ...entered.map((included) => ({
        type: 'preconfirmed' as const,
        included,
      })),
    ],
  }
}
