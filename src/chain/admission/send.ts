import { announce, announceInstead, withhold } from '../blocks/announce.js'
import type { Chain } from '../blocks/chain.js'
import { pendingNonce } from '../blocks/pendingNonce.js'
import { attempt, project } from '../blocks/project.js'
import { dequeue, enqueue, findPlaced } from '../blocks/queue.js'
import type { TransactionEvent } from '../blocks/transactionEvent.js'
import { l1FeesOf } from '../execution/l1Fee.js'
import { createTransaction } from '../model/createTransaction.js'
import type { Fate } from '../model/fate.js'
import type { Sending, Sent } from '../model/sending.js'
import { readNonce, type State } from '../model/state.js'
import type { Transaction } from '../model/transaction.js'
import { defaultGas } from './defaultGas.js'
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
  const replaced = findPlaced(queue, from, nonce)
  const refusal =
    refuseKnown(chain, transaction) ??
    refuseShape(chain, transaction) ??
    refuseNonce(chain, transaction, { projected, replaced }) ??
    (replaced && refuseReplacement(replaced, transaction)) ??
    refuseState(state, transaction, { by: sending.type, replaced }) ??
    refuseIncluded(chain, transaction)
  if (refusal !== undefined) return { chain, sent: refusal, events: [] }

  const left = replaced === undefined ? queue : dequeue(queue, replaced)
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
  const sent = { type: 'sent', transaction } as const
  if (replaced !== undefined)
    return {
      chain: announceInstead(queued, transaction, replaced),
      sent,
      events: [{ type: 'dropped', transaction: replaced, reason: 'replaced' }],
    }
  if (nonce !== readNonce(state, from))
    return { chain: withhold(queued, transaction), sent, events: [] }
  if (execution.type === 'refused') {
    const sent = refused(`transaction refused: ${execution.reason}`)
    return { chain, sent, events: [] }
  }
  return { chain: announce(queued, transaction), sent, events: [] }
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
      memo: undefined,
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
