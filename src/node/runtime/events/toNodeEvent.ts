import type { BlockView } from '../../../chain/blocks/chain.js'
import type {
  BeatPosition,
  TransactionEvent,
} from '../../../chain/blocks/transactionEvent.js'
import { blockHash } from '../../../chain/lookup/blockHash.js'
import { findSealedBlock } from '../../../chain/lookup/find.js'
import { hashesIn } from '../../../chain/model/blockRun.js'
import type { Effect, Transaction } from '../../../chain/model/transaction.js'
import { revertReason } from '../../../rpc/calls/revertReason.js'
import type { ChainEvent } from '../moment/chainEvent.js'
import type {
  BeatEvent,
  DroppedEvent,
  NodeEvents,
  PreconfirmedEvent,
  ScriptedTransaction,
  SealedEvent,
  timedEvents,
} from './nodeEvents.js'

type Remembered = Exclude<ChainEvent, { type: 'beat' }>

type Timed = (typeof timedEvents)[number]

type Named<name extends Timed> = name extends Timed
  ? { readonly type: name; readonly of: NodeEvents[name] }
  : never

/** An event as listeners get it, made when it is read, and its name. */
export function toNodeEvent(event: Remembered): Named<Exclude<Timed, 'beat'>>
export function toNodeEvent(event: ChainEvent): Named<Timed>
export function toNodeEvent(event: ChainEvent): Named<Timed> {
  switch (event.type) {
    case 'reorged': {
      const { type, number: blockNumber, depth, wasFinalized } = event
      return { type, of: { blockNumber, depth, wasFinalized } }
    }
    case 'sealed':
      return named('sealed', () => sealedEvent(event))
    case 'transaction': {
      const { event: own, at } = event
      if (own.type === 'dropped')
        return named('dropped', () => droppedEvent(own, at))
      const { transaction, effect } = own.included
      return named('preconfirmed', () =>
        preconfirmedEvent(transaction, effect, at),
      )
    }
    case 'beat':
      return named('beat', () => beatEvent(event))
  }
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

function droppedEvent(
  {
    transaction,
    reason,
    error,
  }: Extract<TransactionEvent, { type: 'dropped' }>,
  at: BeatPosition,
): DroppedEvent {
  return {
    ...preconfirmedEvent(transaction, null, at),
    reason,
    ...(reason === 'error' && { error }),
  }
}

function preconfirmedEvent(
  transaction: Transaction,
  effect: Effect | null,
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
