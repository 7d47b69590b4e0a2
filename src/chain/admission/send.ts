import { announce, withhold } from '../blocks/announce.js'
import type { Chain } from '../blocks/chain.js'
import { pendingNonce } from '../blocks/pendingNonce.js'
import { attempt, project } from '../blocks/project.js'
import {
  dequeue,
  enqueue,
  findQueued,
  type Queue,
  queueDrop,
} from '../blocks/queue.js'
import type { TransactionEvent } from '../blocks/transactionEvent.js'
import { l1FeesOf } from '../execution/l1Fee.js'
import { createTransaction } from '../model/createTransaction.js'
import type { Fate } from '../model/fate.js'
import type { Sending, Sent } from '../model/sending.js'
import { readNonce, type State } from '../model/state.js'
import type { Transaction } from '../model/transaction.js'
import { defaultGas } from './defaultGas.js'
import { findWaiting } from './findWaiting.js'
import { refuseReplacement } from './refuseReplacement.js'
import {
  refused,
  refuseIncluded,
  refuseKnown,
  refuseNonce,
  refuseShape,
  refuseState,
} from './refuseSending.js'

type Done = {
  readonly chain: Chain
  readonly sent: Sent
  readonly events: readonly TransactionEvent[]
}

/**
 * Queues what arrived by request for the next beat, or refuses it as geth's
 * pool does. What its execution comes to is no reason to refuse it.
 */
export function send(
  chain: Chain,
  sending: Sending,
  fateOf: (transaction: Transaction) => Fate | null,
): Done {
  const { open, queue } = chain
  const projected = project(chain)
  const { state } = projected
  const fixed = fix(chain, sending, state)
  const transaction = { ...fixed, fate: fateOf(fixed) }
  const { from, nonce } = transaction
  const replaced = findWaiting(queue, projected, transaction)
  const refusal =
    refuseKnown(chain, transaction) ??
    refuseShape(chain, transaction) ??
    refuseNonce(chain, transaction, { projected, replaced }) ??
    refuseIncluded(chain, transaction) ??
    (replaced && refuseReplacement(replaced, transaction)) ??
    refuseState(state, transaction, { by: sending.type, replaced })
  if (refusal !== undefined) return { chain, sent: refusal, events: [] }

  const left = replaced === undefined ? queue : without(queue, replaced)
  const before =
    replaced === undefined ? projected : project({ open, queue: left })
  const { execution, next } = attempt(before, transaction)
  if (execution.type === 'refused' && execution.reason === 'unknown')
    throw execution.error
  // Whoever raises a fee does so again and again.
  const last = { transaction, before: { ...before, last: undefined } }
  const queued = {
    ...chain,
    queue: enqueue(left, [transaction], { ...next, last }),
  }
  const isNext = nonce === readNonce(before.state, from)
  if (isNext && replaced === undefined && execution.type === 'refused') {
    const sent = refused(`transaction refused: ${execution.reason}`)
    return { chain, sent, events: [] }
  }
  const arrive = isNext ? announce : withhold
  return {
    chain: arrive(queued, transaction),
    sent: { type: 'sent', transaction },
    // What a block holds leaves it at the beat, which tells of it.
    events:
      replaced !== undefined && findQueued(queue, replaced.hash) !== undefined
        ? [{ type: 'dropped', transaction: replaced, reason: 'replaced' }]
        : [],
  }
}

/** Out of its turn at once, or out of its block with the next drops. */
function without(queue: Queue, replaced: Transaction): Queue {
  return findQueued(queue, replaced.hash) === undefined
    ? queueDrop(queue, replaced.hash, 'replaced')
    : dequeue(queue, replaced)
}

/** Fixes what is asked for, as far as a wallet has not. */
function fix(chain: Chain, sending: Sending, state: State): Transaction {
  const { config, open } = chain
  if (sending.type === 'signed') {
    const { transaction } = sending
    return {
      ...transaction,
      script: null,
      blobGasUsed: 0n,
      l1: l1FeesOf(config)?.(transaction.envelope) ?? {},
      fate: null,
      label: undefined,
      lastRun: undefined,
    }
  }
  const { parameters } = sending
  const { from, nonce = pendingNonce(chain, from) } = parameters
  const gas = parameters.gas ?? defaultGas(open, state, parameters)
  return createTransaction(
    { ...parameters, execute: true, gas },
    {
      chainId: config.chainId,
      nonce,
      baseFeePerGas: open.baseFeePerGas,
      l1FeesOf: l1FeesOf(config),
    },
  )
}
