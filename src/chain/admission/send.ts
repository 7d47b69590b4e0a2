import { lookup } from '../../base/codec/trie.js'
import { delegateOf, lastNonce } from '../../base/hex/hex.js'
import { checksum } from '../../base/validation/values.js'
import {
  cappedGas,
  floorGas,
  intrinsicGas,
  mostExecutionGas,
  mostInitcode,
} from '../../engine/gas.js'
import {
  type BeatPosition,
  type Chain,
  type Effect,
  positionIn,
} from '../blocks/chain.js'
import { indexIn } from '../blocks/openBlock.js'
import { pendingNonce, previewQueue } from '../blocks/pool.js'
import { findQueued, type QueuePreview } from '../blocks/queue.js'
import {
  highestCost,
  highestGasPrice,
  l1FeesOf,
  refuseValue,
} from '../execution/executeMessage.js'
import { findPlace } from '../indexes/placeIndex.js'
import type { ChainConfig } from '../model/config.js'
import { createEffect, takeSigned } from '../model/createTransaction.js'
import {
  findField,
  readBalance,
  readNonce,
  type State,
} from '../model/state.js'
import type {
  InclusionDecision,
  Refused,
  Sending,
  Sent,
  Transaction,
} from '../model/transaction.js'
import {
  admit,
  chargedOf,
  findPooled,
  findWaiting,
  fixTransaction,
  onFork,
  roomIn,
} from './admit.js'

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
  isSealedAtOnce = false,
): Done {
  const parameters =
    sending.type === 'signed' ? sending.transaction : sending.parameters
  return onFork(chain, parameters, () =>
    admitSent(chain, sending, decisionOf, {
      at,
      isNow: isSealedAtOnce && chain.config.unminable === 'refused',
    }),
  )
}

function admitSent(
  chain: Chain,
  sending: Sending,
  decisionOf: (transaction: Transaction) => InclusionDecision | null,
  { at, isNow }: { at: BeatPosition; isNow: boolean },
): Done {
  const { queue } = chain
  const preview = previewQueue(chain)
  const { state } = preview
  const fixed = fix(chain, sending, state)
  const transaction = decided(fixed, decisionOf(fixed))
  const replaced =
    findWaiting(queue, preview, transaction) ?? findPooled(chain, transaction)
  const refusal =
    refuseKnown(chain, transaction) ??
    refuseShape(chain, transaction, isNow) ??
    refuseNonce(chain, transaction, { preview, replaced, isNow }) ??
    refuseIncluded(chain, transaction) ??
    (replaced && refuseReplacement(chain.config, replaced, transaction)) ??
    refuseState(chain.config, state, transaction, {
      by: sending.type,
      replaced,
    })
  if (refusal !== undefined) return { chain, sent: refusal, effects: [] }

  const admitted = admit(chain, transaction, { preview, replaced })
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

/** With what a fault decided: what is to revert does so in whatever block it enters. */
function decided(
  transaction: Transaction,
  decision: InclusionDecision | null,
): Transaction {
  if (decision === null) return transaction
  return decision.type === 'revert'
    ? {
        ...transaction,
        decision,
        script: createEffect({ status: 'reverted', gasUsed: transaction.gas }),
      }
    : { ...transaction, decision }
}

/** The transaction as signed, or made from parameters. */
function fix(chain: Chain, sending: Sending, state: State): Transaction {
  if (sending.type === 'signed') {
    return takeSigned(sending.transaction, l1FeesOf(chain.config))
  }
  const { parameters } = sending
  const { from, nonce = pendingNonce(chain, from) } = parameters
  const { type } = parameters
  return fixTransaction(chain, state, parameters, {
    nonce,
    type,
    execute: true,
  })
}

/** Percent by which geth wants both fees to be higher. */
const leastRise = 10n

/** A transaction of the same nonce takes the place of one that waits. */
function refuseReplacement(
  { replacement }: ChainConfig,
  replaced: Transaction,
  transaction: Transaction,
): Refused | undefined {
  const fees = [
    [highestGasPrice(replaced), highestGasPrice(transaction)],
    [tipOf(replaced), tipOf(transaction)],
  ] as const
  const isRaised =
    replaced.type !== 'deposit' &&
    (replacement === 'feeCap'
      ? fees[0][1] > fees[0][0]
      : fees.every(([before, now]) => now >= leastAfter(before)))
  if (isRaised) return undefined
  const [[price, offered], [tip, offeredTip]] = fees
  return refused(
    `replacement transaction underpriced: new tx gas fee cap ${offered} and tip ${offeredTip}, minimum needed ${leastAfter(price)} and ${leastAfter(tip)} for nonce ${transaction.nonce}`,
  )
}

/** Nothing replaces nothing: if gas is free, nobody could raise its price. */
function leastAfter(wei: bigint): bigint {
  return wei + (wei * leastRise + 99n) / 100n
}

function tipOf(transaction: Transaction): bigint {
  return transaction.maxPriorityFeePerGas ?? highestGasPrice(transaction)
}

/** Refuses mistakes of a transaction that do not depend on the state. */
function refuseShape(
  { config, open }: Chain,
  transaction: Transaction,
  isNow: boolean,
): Refused | undefined {
  const { to, gas, data, maxPriorityFeePerGas: tip = 0n } = transaction
  const room = roomIn(config)
  const price = highestGasPrice(transaction)
  const initcode = to === null ? (data.length - 2) / 2 : 0
  const charged = chargedOf(transaction)
  const intrinsic = intrinsicGas(charged, config)
  const floor = floorGas(charged, config)
  const mostCode = mostInitcode(config)
  const noValue = refuseValue(config, transaction.value)
  if (noValue !== undefined) return refused(noValue)
  if (initcode > mostCode)
    return refused(
      `max initcode size exceeded: code size ${initcode}, limit ${mostCode}`,
    )
  if (gas > room)
    return refused(
      `exceeds block gas limit: tx gas ${gas}, block gas limit ${room}`,
    )
  const capped = cappedGas(charged, config)
  if (capped > mostExecutionGas)
    return refused(
      `transaction gas limit too high (cap: ${mostExecutionGas}, tx: ${capped})`,
    )
  if (transaction.maxFeePerGas !== undefined && tip > price)
    return refused(
      `max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas ${tip}, maxFeePerGas ${price}`,
    )
  if ((isNow || config.belowBaseFee !== 'pooled') && price < open.baseFeePerGas)
    return refused(
      `max fee per gas less than block base fee: address ${checksum(transaction.from)}, maxFeePerGas: ${price}, baseFee: ${open.baseFeePerGas}`,
    )
  if (gas < intrinsic)
    return refused(
      `intrinsic gas too low: gas ${gas}, minimum needed ${intrinsic}`,
    )
  // viem has a class for the words in brackets alone.
  if (gas < floor)
    return refused(
      `insufficient gas for floor data gas cost (intrinsic gas too low): gas ${gas}, minimum needed ${floor}`,
    )
  if (transaction.type === 'eip7702' && to === null)
    return refused('EIP-7702 transaction cannot be used to create contract')
  if (transaction.authorizationList?.length === 0)
    return refused('set code tx must have at least one authorization tuple')
  return undefined
}

/** Whether it waits already. */
function refuseKnown(
  { queue }: Chain,
  { hash }: Transaction,
): Refused | undefined {
  return findQueued(queue, hash) === undefined
    ? undefined
    : refused('already known')
}

const nothingWaits = ', and none waits where each is sealed at once'

/** Whether its nonce is gone, or cannot be. */
function refuseNonce(
  chain: Chain,
  { from, nonce }: Transaction,
  given: {
    preview: QueuePreview
    replaced: Transaction | undefined
    isNow: boolean
  },
): Refused | undefined {
  const { preview, replaced, isNow } = given
  if (nonce >= lastNonce) return refused(`nonce has max value: ${nonce}`)
  // The number that clients see is never too low, whatever a script will
  // change.
  const reached = readNonce(preview.state, from)
  const shown = pendingNonce(chain, from)
  const next = reached < shown ? reached : shown
  // What is replaced may be in the block that is being built.
  const { open } = chain
  const isOpen =
    replaced !== undefined && indexIn(open, replaced.hash) !== undefined
  const isGone = nonce < readNonce(isOpen ? open.base : preview.base, from)
  const counts = `next nonce ${next}, tx nonce ${nonce}${isNow ? nothingWaits : ''}`
  if (isGone || (nonce < next && replaced === undefined))
    return refused(`nonce too low: ${counts}`)
  return isNow && nonce > next
    ? refused(`nonce too high: ${counts}`)
    : undefined
}

/** Whether a block holds it, and a script lowered its nonce. */
function refuseIncluded(
  chain: Chain,
  { hash }: Transaction,
): Refused | undefined {
  const { open, queue } = chain
  const isOpen =
    indexIn(open, hash) !== undefined && lookup(queue.drops, hash) === undefined
  return isOpen || findPlace(chain, hash) !== undefined
    ? refused('already known')
    : undefined
}

/** Refuses mistakes on the state that the queue will leave. */
function refuseState(
  config: ChainConfig,
  state: State,
  transaction: Transaction,
  { by, replaced }: { by: Sending['type']; replaced: Transaction | undefined },
): Refused | undefined {
  const { from } = transaction
  const code = findField(state, from, 'code') ?? '0x'
  if (by === 'signed' && code !== '0x' && delegateOf(code) === undefined)
    return refused(`sender not an eoa: address ${checksum(from)}`)
  // A replaced transaction frees its highest cost.
  const freed = replaced === undefined ? 0n : highestCost(replaced, config)
  const balance = readBalance(state, from) + freed
  const cost = highestCost(transaction, config)
  if (balance < cost)
    return refused(
      `insufficient funds for gas * price + value: balance ${balance}, tx cost ${cost}, overshot ${cost - balance}. Fund ${from} with "accounts" or node.setBalance.`,
    )
  return undefined
}

function refused(message: string): Refused {
  return { type: 'refused', message }
}
