import type { Chain } from '../chain.js'
import { createEffect, createTransaction } from '../createTransaction.js'
import { execute } from '../execution/execute.js'
import { project } from '../intents/preconfirm.js'
import { enqueue, findQueued } from '../queue.js'
import { readNonce, type State } from '../state.js'
import type { Transaction } from '../transaction.js'
import { leastGas, refused, refuseShape, refuseState } from './refuseSending.js'
import type { Refused, Sending, Sent } from './sending.js'

/**
 * Queues what arrived by request for the next beat, or refuses it as geth's
 * pool does. What its execution comes to is no reason to refuse it.
 */
export function send(
  chain: Chain,
  sending: Sending,
): { chain: Chain; sent: Sent } {
  const { open, queue } = chain
  const { state, isWhole } =
    queue.projected?.on === open ? queue.projected : project(chain)
  const transaction = fix(chain, sending, state)
  const refusal =
    refuseKnown(chain, transaction) ??
    refuseShape(chain, transaction) ??
    refuseState(state, transaction, sending.type)
  if (refusal !== undefined) return { chain, sent: refusal }

  const execution = execute(state, transaction, open)
  if (execution.type === 'refused')
    return { chain, sent: refused(`transaction refused: ${execution.reason}`) }
  const projected = { state: execution.state, on: open, isWhole }
  return {
    chain: { ...chain, queue: enqueue(queue, [transaction], projected) },
    sent: { type: 'sent', transaction },
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
    return { ...transaction, script, label: undefined }
  }
  const { parameters } = sending
  const { from, nonce = readNonce(state, from) } = parameters
  const gasUsed = leastGas({ ...parameters, data: parameters.data ?? '0x' })
  return createTransaction(
    { ...parameters, gasUsed, gas: parameters.gas ?? gasUsed },
    { chainId: config.chainId, nonce, baseFeePerGas: open.baseFeePerGas },
  )
}

function refuseKnown(
  { queue }: Chain,
  { hash }: Transaction,
): Refused | undefined {
  return findQueued(queue, hash) === undefined
    ? undefined
    : refused('already known')
}
