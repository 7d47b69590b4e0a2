import type { Chain } from '../chain.js'
import { createTransaction } from '../createTransaction.js'
import { defaultGas } from '../execution/defaultGas.js'
import { execute } from '../execution/execute.js'
import { l1FeesOf } from '../execution/l1Fee.js'
import { project } from '../intents/preconfirm.js'
import { enqueue, findQueued } from '../queue.js'
import { readNonce, type State } from '../state.js'
import type { Transaction } from '../transaction.js'
import { refused, refuseShape, refuseState } from './refuseSending.js'
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
  const projected =
    queue.projected?.on === open ? queue.projected : project(chain)
  const { state } = projected
  const transaction = fix(chain, sending, state)
  const refusal =
    refuseKnown(chain, transaction) ??
    refuseShape(chain, transaction) ??
    refuseState(state, transaction, sending.type)
  if (refusal !== undefined) return { chain, sent: refusal }

  const execution = execute(state, transaction, open)
  if (execution.type === 'refused' && execution.reason === 'unknown')
    throw execution.error
  if (execution.type === 'refused')
    return { chain, sent: refused(`transaction refused: ${execution.reason}`) }
  const next = { ...projected, state: execution.state, isScripted: false }
  return {
    chain: { ...chain, queue: enqueue(queue, [transaction], next) },
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
    return {
      ...transaction,
      script: null,
      blobGasUsed: 0n,
      l1: l1FeesOf(config)?.(transaction.envelope) ?? {},
      label: undefined,
      memo: undefined,
    }
  }
  const { parameters } = sending
  const { from, nonce = readNonce(state, from) } = parameters
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

function refuseKnown(
  { queue }: Chain,
  { hash }: Transaction,
): Refused | undefined {
  return findQueued(queue, hash) === undefined
    ? undefined
    : refused('already known')
}
