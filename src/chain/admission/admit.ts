import { announce } from '../blocks/announce.js'
import type { Chain, Effect } from '../blocks/chain.js'
import { attempt, project } from '../blocks/project.js'
import {
  dequeue,
  enqueue,
  findQueued,
  type Projected,
  type Queue,
  queueDrop,
} from '../blocks/queue.js'
import type { TransactionOutcome } from '../execution/execute.js'
import { readNonce } from '../model/state.js'
import type { Transaction } from '../model/transaction.js'

type Admitted = {
  readonly chain: Chain
  readonly effects: readonly Effect[]
  /** Its outcome behind all others; the caller decides on a refusal. */
  readonly outcome: TransactionOutcome
  /** Whether its nonce is the sender's next one. */
  readonly isNext: boolean
}

/**
 * Queues a transaction for the next beat, behind all others, or where the one
 * of its nonce waits that it replaces.
 */
export function admit(
  chain: Chain,
  transaction: Transaction,
  given: { projected: Projected; replaced?: Transaction | undefined },
): Admitted {
  const { open, queue } = chain
  const { projected, replaced } = given
  const left = replaced === undefined ? queue : without(queue, replaced)
  const before =
    replaced === undefined ? projected : project({ open, queue: left })
  const { outcome, next } = attempt(before, transaction)
  // The test has to fix it: a field that an import left out, or its own native.
  if (outcome.type === 'refused' && outcome.reason === 'error')
    throw outcome.error
  // Senders who raise a fee do so again and again.
  const last = { transaction, before: { ...before, last: undefined } }
  const queued = {
    ...chain,
    queue: enqueue(left, [transaction], { ...next, last }),
  }
  const isNext = transaction.nonce === readNonce(before.state, transaction.from)
  return {
    ...announce(queued, transaction, before.base),
    outcome,
    isNext,
  }
}

/** Out of its turn at once, or out of its block with the next drops. */
function without(queue: Queue, replaced: Transaction): Queue {
  return findQueued(queue, replaced.hash) === undefined
    ? queueDrop(queue, replaced.hash, 'replaced')
    : dequeue(queue, replaced)
}
