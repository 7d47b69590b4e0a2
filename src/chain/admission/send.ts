import {
  type BeatPosition,
  type Chain,
  type Effect,
  positionIn,
} from '../blocks/chain.js'
import { pendingNonce } from '../blocks/pool.js'
import { project } from '../blocks/project.js'
import { findQueued } from '../blocks/queue.js'
import { highestGasPrice, l1FeesOf } from '../execution/fees.js'
import { createEffect } from '../model/createTransaction.js'
import type { State } from '../model/state.js'
import type {
  InclusionDecision,
  Refused,
  Sending,
  Sent,
  Transaction,
} from '../model/transaction.js'
import { admit, findWaiting, fixTransaction, onFork } from './admit.js'
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
  readonly effects: readonly Effect[]
}

/**
 * Admits a transaction that arrived by request, or refuses it as geth's pool
 * does. The outcome of its execution is no reason to refuse it.
 */
export function send(
  chain: Chain,
  sending: Sending,
  decisionOf: (transaction: Transaction) => InclusionDecision | null,
  at: BeatPosition = positionIn(chain, 0),
): Done {
  const parameters =
    sending.type === 'signed' ? sending.transaction : sending.parameters
  return onFork(chain, parameters, () =>
    admitSent(chain, sending, decisionOf, at),
  )
}

function admitSent(
  chain: Chain,
  sending: Sending,
  decisionOf: (transaction: Transaction) => InclusionDecision | null,
  at: BeatPosition,
): Done {
  const { queue } = chain
  const projected = project(chain)
  const { state } = projected
  const fixed = fix(chain, sending, state)
  const transaction = decided(fixed, decisionOf(fixed))
  const replaced = findWaiting(queue, projected, transaction)
  const refusal =
    refuseKnown(chain, transaction) ??
    refuseShape(chain, transaction) ??
    refuseNonce(chain, transaction, { projected, replaced }) ??
    refuseIncluded(chain, transaction) ??
    (replaced && refuseReplacement(replaced, transaction)) ??
    refuseState(state, transaction, { by: sending.type, replaced })
  if (refusal !== undefined) return { chain, sent: refusal, effects: [] }

  const admitted = admit(chain, transaction, { projected, replaced })
  const { outcome, isNext } = admitted
  if (isNext && replaced === undefined && outcome.type === 'refused') {
    const sent = refused(`transaction refused: ${outcome.reason}`)
    return { chain, sent, effects: [] }
  }
  return {
    chain: admitted.chain,
    sent: { type: 'sent', transaction },
    // A transaction in a block leaves the pool at the beat, which reports it.
    effects: [
      ...admitted.effects,
      ...(replaced !== undefined &&
      findQueued(queue, replaced.hash) !== undefined
        ? [
            {
              type: 'dropped',
              transaction: replaced,
              reason: 'replaced',
              at,
            } as const,
          ]
        : []),
    ],
  }
}

/** With its fate: what is to revert does so in whatever block it enters. */
function decided(
  transaction: Transaction,
  fate: InclusionDecision | null,
): Transaction {
  return fate?.type === 'revert'
    ? {
        ...transaction,
        fate,
        script: createEffect({ status: 'reverted', gasUsed: transaction.gas }),
      }
    : { ...transaction, fate }
}

/** The transaction as signed, or made from parameters. */
function fix(chain: Chain, sending: Sending, state: State): Transaction {
  if (sending.type === 'signed') {
    const { transaction } = sending
    return {
      ...transaction,
      script: null,
      blobGasUsed: 0n,
      l1: l1FeesOf(chain.config)?.(transaction.envelope) ?? {},
      fate: null,
      label: undefined,
      lastRun: undefined,
    }
  }
  const { parameters } = sending
  const { from, nonce = pendingNonce(chain, from) } = parameters
  return fixTransaction(chain, state, { ...parameters, nonce, execute: true })
}

/** Percent by which geth wants both fees to be higher. */
const leastRise = 10n

/** A transaction of the same nonce takes the place of one that waits. */
function refuseReplacement(
  replaced: Transaction,
  transaction: Transaction,
): Refused | undefined {
  const fees = [
    [highestGasPrice(replaced), highestGasPrice(transaction)],
    [tipOf(replaced), tipOf(transaction)],
  ] as const
  const isRaised =
    replaced.type !== 'deposit' &&
    fees.every(([before, now]) => now >= leastAfter(before))
  if (isRaised) return undefined
  const [[price, offered], [tip, offeredTip]] = fees
  return refused(
    `replacement transaction underpriced: new tx gas fee cap ${offered} and tip ${offeredTip}, minimum needed ${leastAfter(price)} and ${leastAfter(tip)}`,
  )
}

/** Nothing replaces nothing: if gas is free, nobody could raise its price. */
function leastAfter(wei: bigint): bigint {
  return wei + (wei * leastRise + 99n) / 100n
}

function tipOf(transaction: Transaction): bigint {
  return transaction.maxPriorityFeePerGas ?? highestGasPrice(transaction)
}
