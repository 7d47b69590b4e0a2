import type { Hash } from '../../../base/hex/hex.js'
import type { BlockView } from '../../../chain/blocks/chain.js'
import { blockHash } from '../../../chain/lookup/blockHash.js'
import { findSealedBlock } from '../../../chain/lookup/find.js'
import type { Effect, Transaction } from '../../../chain/model/transaction.js'
import { revertReason } from '../../../rpc/calls/revertReason.js'
import type { ChainEvent } from '../moment/told.js'
import type {
  BeatEvent,
  DroppedEvent,
  NodeEvents,
  PreconfirmedEvent,
  ScriptedTransaction,
  SealedEvent,
} from './nodeEvents.js'

/** As listeners get it. */
export function toNodeEvent(
  event: ChainEvent,
): NodeEvents[Exclude<keyof NodeEvents, 'answered' | 'socket'>] {
  switch (event.type) {
    case 'reorged': {
      const { number: blockNumber, depth, wasFinalized } = event
      return { blockNumber, depth, wasFinalized }
    }
    case 'sealed':
      return sealedEvent(event)
    case 'transaction':
      return transactionEvent(event)
    case 'beat':
      return beatEvent(event)
  }
}

function sealedEvent({
  number,
  chain,
}: Extract<ChainEvent, { type: 'sealed' }>): SealedEvent {
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

function transactionEvent({
  event,
  at,
}: Extract<ChainEvent, { type: 'transaction' }>):
  | PreconfirmedEvent
  | DroppedEvent {
  const transaction =
    event.type === 'dropped' ? event.transaction : event.included.transaction
  const preconfirmed = {
    hash: transaction.hash,
    blockNumber: at.blockNumber,
    index: at.index,
    transaction: describe(
      transaction,
      transaction.script ??
        (event.type === 'dropped' ? null : event.included.effect),
    ),
  }
  return event.type === 'dropped'
    ? {
        ...preconfirmed,
        reason: event.reason,
        ...(event.reason === 'error' && { error: event.error }),
      }
    : preconfirmed
}

function describe(
  transaction: Transaction,
  effect: Effect | null,
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
function failureText({ halt, output }: NonNullable<Effect['failure']>): string {
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
}: Extract<ChainEvent, { type: 'beat' }>): BeatEvent {
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

function hashesIn({ imported, included }: BlockView): Hash[] {
  return imported === undefined
    ? included.map(({ transaction }) => transaction.hash)
    : imported.transactions.map(({ hash }) => hash)
}
