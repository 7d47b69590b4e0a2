import type { Chain } from '../chain.js'
import { createEffect, createTransaction } from '../createTransaction.js'
import { execute } from '../execution/execute.js'
import { project } from '../intents/preconfirm.js'
import type { TransactionEvent } from '../intents/transactionEvent.js'
import {
  dequeue,
  enqueue,
  findPlaced,
  findQueued,
  type Queue,
} from '../queue.js'
import { readNonce, type State } from '../state.js'
import type { Transaction } from '../transaction.js'
import { refuseReplacement } from './refuseReplacement.js'
import { leastGas, refused, refuseShape, refuseState } from './refuseSending.js'
import type { Sending, Sent } from './sending.js'

type Done = { chain: Chain; sent: Sent; events: TransactionEvent[] }

/**
 * Queues what arrived by request for the next beat, or refuses it as geth's
 * pool does. What its execution comes to is no reason to refuse it.
 */
export function send(chain: Chain, sending: Sending): Done {
  const { open, queue } = chain
  const projected =
    queue.projected?.on === open
      ? queue.projected
      : { ...project(chain), on: open }
  const { state } = projected
  const transaction = fix(chain, sending, state)
  const { from, nonce, hash } = transaction
  const replaced = findPlaced(queue, from, nonce)
  const refusal =
    findQueued(queue, hash) === undefined
      ? (refuseShape(chain, transaction) ??
        (replaced && refuseReplacement(replaced, transaction)) ??
        refuseState(state, transaction, { by: sending.type, replaced }))
      : refused('already known')
  if (refusal !== undefined) return { chain, sent: refusal, events: [] }

  if (replaced !== undefined || nonce > readNonce(state, from)) {
    const before = replaced === undefined ? queue : dequeue(queue, replaced)
    // A gap leaves the projection as it is; it stands for less than the queue.
    const kept = before.projected && { ...projected, isWhole: false }
    return done(
      chain,
      enqueue(before, [transaction], kept),
      transaction,
      replaced,
    )
  }
  const execution = execute(state, transaction, open)
  if (execution.type === 'refused')
    return {
      chain,
      sent: refused(`transaction refused: ${execution.reason}`),
      events: [],
    }
  const fills = findPlaced(queue, from, nonce + 1) !== undefined
  const next = { ...projected, state: execution.state }
  const queued = enqueue(queue, [transaction], fills ? undefined : next)
  return done(chain, queued, transaction)
}

function done(
  chain: Chain,
  queue: Queue,
  transaction: Transaction,
  replaced?: Transaction | undefined,
): Done {
  return {
    chain: { ...chain, queue },
    sent: { type: 'sent', transaction },
    events:
      replaced === undefined
        ? []
        : [{ type: 'dropped', transaction: replaced, reason: 'replaced' }],
  }
}

/** Fixes what is asked for, as far as a wallet has not. */
function fix(
  { config, open }: Chain,
  sending: Sending,
  state: State,
): Transaction {
  if (sending.type === 'signed') {
    const { transaction } = sending
    const script = createEffect({ gasUsed: leastGas(transaction) })
    return { ...transaction, script, isSent: true, label: undefined }
  }
  const { parameters } = sending
  const { from, nonce = readNonce(state, from) } = parameters
  const gasUsed = leastGas({ ...parameters, data: parameters.data ?? '0x' })
  const transaction = createTransaction(
    { ...parameters, gasUsed, gas: parameters.gas ?? gasUsed },
    { chainId: config.chainId, nonce, baseFeePerGas: open.baseFeePerGas },
  )
  return { ...transaction, isSent: true }
}
