import type {
  BeatPosition,
  BlockView,
  Effect,
} from '../../../chain/blocks/chain.js'
import { blockHash } from '../../../chain/lookup/blockHash.js'
import { findSealedBlock } from '../../../chain/lookup/find.js'
import { hashesIn } from '../../../chain/model/blockRun.js'
import type {
  Transaction,
  Effect as TransactionEffect,
} from '../../../chain/model/transaction.js'
import { revertReason } from '../../../rpc/calls/revertReason.js'
import {
  type BeatEvent,
  type ChainEvent,
  type ScriptedTransaction,
  type SealedEvent,
  timedEvents,
} from './nodeEvents.js'

type Timed = (typeof timedEvents)[number]

/** Effects that listeners learn of. */
export type Notified = Extract<Effect, { type: Timed }>

type Remembered = Exclude<Notified, { type: 'beat' }>

/** An effect as listeners get it and timelines list it; hashes are lazy. */
export function toNodeEvent(
  effect: Remembered,
  at: number,
): Exclude<ChainEvent, BeatEvent>
export function toNodeEvent(effect: Notified, at: number): ChainEvent
export function toNodeEvent(effect: Notified, at: number): ChainEvent {
  const { type } = effect
  switch (type) {
    case 'reorged': {
      const { number: blockNumber, depth, wasFinalized } = effect
      return { type, at, blockNumber, depth, wasFinalized }
    }
    case 'sealed':
      return sealedEvent(effect, at)
    case 'dropped': {
      const { transaction, reason, error } = effect
      return {
        type,
        at,
        ...transactionEvent(transaction, null, effect.at),
        reason,
        ...(reason === 'error' && { error }),
      }
    }
    case 'preconfirmed': {
      const { transaction, effect: outcome } = effect.included
      return { type, at, ...transactionEvent(transaction, outcome, effect.at) }
    }
    case 'beat':
      return beatEvent(effect, at)
  }
}

/** All but beats, which the log does not have. */
export function isRemembered(effect: Effect): effect is Remembered {
  return isNotified(effect) && effect.type !== 'beat'
}

export function isNotified(effect: Effect): effect is Notified {
  return timedEvents.some((type) => type === effect.type)
}

function sealedEvent(
  { type, number, chain }: Extract<Effect, { type: 'sealed' }>,
  at: number,
): SealedEvent {
  const block = findSealedBlock(chain, number) as BlockView
  return {
    type,
    at,
    blockNumber: number,
    timestamp: block.timestamp,
    transactions: hashesIn(block),
    gasUsed: block.gasUsed,
    get hash() {
      return blockHash(chain, block)
    },
  }
}

function transactionEvent(
  transaction: Transaction,
  effect: TransactionEffect | null,
  { blockNumber, index }: BeatPosition,
) {
  return {
    hash: transaction.hash,
    blockNumber,
    index,
    transaction: describe(transaction, transaction.script ?? effect),
  }
}

function describe(
  transaction: Transaction,
  effect: TransactionEffect | null,
): ScriptedTransaction {
  return {
    type: transaction.type,
    from: transaction.from,
    to: transaction.to,
    nonce: transaction.nonce,
    value: transaction.value,
    gas: transaction.gas,
    gasUsed: effect?.gasUsed ?? null,
    data: transaction.data,
    status: effect?.status ?? null,
    label: transaction.label,
    isExecuted: transaction.script === null,
    ...(effect !== null &&
      effect.failure !== null && { failure: failureText(effect.failure) }),
  }
}

/** Its halt, or what its data says: a reason, or which error of a contract. */
function failureText({
  halt,
  output,
}: NonNullable<TransactionEffect['failure']>): string {
  if (halt !== undefined) return halt
  const reason = revertReason(output)
  if (reason !== undefined) return reason
  return output.length < 10
    ? 'execution reverted'
    : `error ${output.slice(0, 10)}`
}

function beatEvent(
  { type, chain, at: position }: Extract<Effect, { type: 'beat' }>,
  at: number,
): BeatEvent {
  const { open } = chain
  return {
    type,
    at,
    blockNumber: position.blockNumber,
    index: position.index,
    gasUsed: (open.imported ?? open).gasUsed,
    get transactions() {
      return hashesIn(open)
    },
    get hash() {
      return open.imported ? open.imported.hash : blockHash(chain, open)
    },
  }
}
