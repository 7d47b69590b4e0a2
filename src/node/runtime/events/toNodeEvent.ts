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
  type DroppedEvent,
  type NodeEvents,
  type PreconfirmedEvent,
  type ScriptedTransaction,
  type SealedEvent,
  timedEvents,
} from './nodeEvents.js'

type Timed = (typeof timedEvents)[number]

/** Effects that listeners learn of. */
export type Notified = Extract<Effect, { type: Timed }>

type Remembered = Exclude<Notified, { type: 'beat' }>

type Named<name extends Timed> = name extends Timed
  ? { readonly type: name; readonly of: NodeEvents[name] }
  : never

/** An event as listeners get it, made when it is read, and its name. */
export function toNodeEvent(event: Remembered): Named<Exclude<Timed, 'beat'>>
export function toNodeEvent(event: Notified): Named<Timed>
export function toNodeEvent(event: Notified): Named<Timed> {
  switch (event.type) {
    case 'reorged': {
      const { type, number: blockNumber, depth, wasFinalized } = event
      return { type, of: { blockNumber, depth, wasFinalized } }
    }
    case 'sealed':
      return named('sealed', () => sealedEvent(event))
    case 'dropped':
      return named('dropped', () => droppedEvent(event))
    case 'preconfirmed': {
      const { included, at } = event
      const { transaction, effect } = included
      return named('preconfirmed', () =>
        preconfirmedEvent(transaction, effect, at),
      )
    }
    case 'beat':
      return named('beat', () => beatEvent(event))
  }
}

/** All but beats, which the log does not have. */
export function isRemembered(effect: Effect): effect is Remembered {
  return isNotified(effect) && effect.type !== 'beat'
}

export function isNotified(effect: Effect): effect is Notified {
  return timedEvents.some((type) => type === effect.type)
}

function named<name extends Timed>(type: name, make: () => NodeEvents[name]) {
  return {
    type,
    get of() {
      return make()
    },
  }
}

function sealedEvent({
  number,
  chain,
}: Extract<Effect, { type: 'sealed' }>): SealedEvent {
  const block = findSealedBlock(chain, number) as BlockView
  return {
    blockNumber: number,
    timestamp: block.timestamp,
    transactions: hashesIn(block),
    gasUsed: block.gasUsed,
    get hash() {
      return blockHash(chain, block)
    },
  }
}

function droppedEvent({
  transaction,
  reason,
  error,
  at,
}: Extract<Effect, { type: 'dropped' }>): DroppedEvent {
  return {
    ...preconfirmedEvent(transaction, null, at),
    reason,
    ...(reason === 'error' && { error }),
  }
}

function preconfirmedEvent(
  transaction: Transaction,
  effect: TransactionEffect | null,
  { blockNumber, index }: BeatPosition,
): PreconfirmedEvent {
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

function beatEvent({
  time,
  chain,
  at,
}: Extract<Effect, { type: 'beat' }>): BeatEvent {
  const { open } = chain
  return {
    now: time,
    blockNumber: at.blockNumber,
    index: at.index,
    gasUsed: (open.imported ?? open).gasUsed,
    get transactions() {
      return hashesIn(open)
    },
    get hash() {
      return open.imported ? open.imported.hash : blockHash(chain, open)
    },
  }
}
