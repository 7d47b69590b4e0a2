import type { Chain } from '../chain.js'
import { createTransaction } from '../createTransaction.js'
import { defaultGas } from '../execution/defaultGas.js'
import { execute } from '../execution/execute.js'
import { l1FeesOf } from '../execution/l1Fee.js'
import { project } from '../intents/preconfirm.js'
import type { TransactionEvent } from '../intents/transactionEvent.js'
import { enqueue, findPlaced, findQueued, type Projected } from '../queue.js'
import { changeAccounts, readNonce, type State } from '../state.js'
import type { Transaction } from '../transaction.js'
import { announce, announceInstead, withhold } from './announce.js'
import type { Fate } from './fate.js'
import { refuseReplacement } from './refuseReplacement.js'
import { refused, refuseShape, refuseState } from './refuseSending.js'
import { replace } from './replace.js'
import type { Refused, Sending, Sent } from './sending.js'

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
  const projected =
    queue.projected?.on === open ? queue.projected : project(chain)
  const { state } = projected
  const fixed = fix(chain, sending, state)
  const transaction = { ...fixed, isSent: true, fate: fateOf(fixed) }
  const { from, nonce } = transaction
  const replaced = findPlaced(queue, from, nonce)
  const refusal =
    refuseKnown(chain, transaction) ??
    refuseShape(chain, transaction) ??
    (replaced && refuseReplacement(replaced, transaction)) ??
    refuseState(state, transaction, { by: sending.type, replaced })
  if (refusal !== undefined) return { chain, sent: refusal, events: [] }

  const isNext = replaced === undefined && nonce === readNonce(state, from)
  const on = isNext ? state : changeAccounts(state, { [from]: { nonce } })
  const execution = execute(on, transaction, open)
  if (execution.type === 'refused' && execution.reason === 'unknown')
    throw execution.error
  if (!isNext) return wait(chain, transaction, { replaced, projected })
  if (execution.type === 'refused') {
    const sent = refused(`transaction refused: ${execution.reason}`)
    return { chain, sent, events: [] }
  }
  const fills = findPlaced(queue, from, nonce + 1) !== undefined
  const next = {
    ...projected,
    state: execution.state,
    isScripted: false,
    replaced: undefined,
  }
  const queued = enqueue(queue, [transaction], fills ? undefined : next)
  return done(announce({ ...chain, queue: queued }, transaction), transaction)
}

/** It takes another one's place, or waits for the nonces before it. */
function wait(
  chain: Chain,
  transaction: Transaction,
  {
    replaced,
    projected,
  }: { replaced: Transaction | undefined; projected: Projected },
): Done {
  const { queue } = chain
  if (replaced !== undefined) {
    const next = { ...chain, queue: replace(chain, replaced, transaction) }
    return done(announceInstead(next, transaction, replaced), transaction, [
      { type: 'dropped', transaction: replaced, reason: 'replaced' },
    ])
  }
  // What comes after a gap leaves the projection as it is.
  const kept = {
    ...projected,
    isWhole: false,
    isScripted: false,
    replaced: undefined,
  }
  const queued = enqueue(queue, [transaction], kept)
  return done(withhold({ ...chain, queue: queued }, transaction), transaction)
}

function done(
  chain: Chain,
  transaction: Transaction,
  events: readonly TransactionEvent[] = [],
): Done {
  return { chain, sent: { type: 'sent', transaction }, events }
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
      isSent: true,
      fate: null,
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
