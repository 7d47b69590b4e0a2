import type { TransactionType } from '../../../base/codec/transactionTypes.js'
import type { Address, Hash, Hex } from '../../../base/hex/hex.js'
import { lateFields, lazy } from '../../../base/memo/memo.js'
import type {
  BeatPosition,
  BlockView,
  Chain,
  DropReason,
  Effect,
} from '../../../chain/blocks/chain.js'
import { blockHash } from '../../../chain/lookup/blockHash.js'
import { findSealedBlock } from '../../../chain/lookup/find.js'
import { hashesIn } from '../../../chain/model/blockRun.js'
import type {
  Transaction,
  Effect as TransactionEffect,
} from '../../../chain/model/transaction.js'
import type { AnsweredRequest } from '../../../rpc/answers/answeredRequest.js'
import { revertReason } from '../../../rpc/calls/callError.js'

/** The parameters of a transaction, with defaults filled in. */
export type ScriptedTransaction = {
  type: TransactionType
  from: Address
  /** Null: a contract creation. */
  to: Address | null
  nonce: number
  /** wei */
  value: bigint
  /** Gas limit */
  gas: bigint
  /** Null if the transaction was executed and then dropped. */
  gasUsed: bigint | null
  data: Hex
  /** Null if the transaction was executed and then dropped. */
  status: 'success' | 'reverted' | null
  /**
   * Why an executed transaction failed: `'out of gas'`, a reason, or the
   * selector of a contract's error.
   */
  failure?: string
  label: string | undefined
  /** Whether code decides its outcome, instead of the script. */
  isExecuted: boolean
}

/** An event of the chain, as listeners get it and timelines list it. */
export type ChainEvent =
  | PreconfirmedEvent
  | DroppedEvent
  | ReorgedEvent
  | SealedEvent
  | BeatEvent

type Event<type extends string> = {
  type: type
  /** ms since the node was created */
  at: number
}

type TransactionEvent = {
  hash: Hash
  /** The block that it entered. */
  blockNumber: bigint
  /** Index of the pre-confirmation within its block, 0 when the block opens. */
  index: number
  transaction: ScriptedTransaction
}

export type PreconfirmedEvent = Event<'preconfirmed'> & TransactionEvent

/**
 * `blockNumber` and `index` are those of the beat that dropped it; if a seal, a
 * reorg or an import dropped it, those of its pre-confirmation.
 */
export type DroppedEvent = Event<'dropped'> &
  TransactionEvent & {
    /**
     * `'requested'`: by `node.drop` or a step; `'omitted'`: `planSeal` or `reorg`
     * left it out of a sealed block; `'replaced'`: by another transaction of the
     * same sender and nonce; `'fault'`: by a fault; `'gasLimit'`: the gas
     * limit of blocks was lowered below its own; `'baseFee'`: the base fee was
     * raised above its fee; `'nonce'`, `'funds'`,
     * `'balanceOverflow'`: it could no longer run; `'error'`: it has no outcome,
     * and the field `error` says why.
     */
    reason: DropReason
    /** The cause of `'error'`, such as state that an import left unknown. */
    error?: unknown
  }

export type ReorgedEvent = Event<'reorged'> & {
  /** Number of the first replaced block. */
  blockNumber: bigint
  /** Number of replaced blocks, from that one up to latest. */
  depth: number
  /** Whether one of them was finalized, which no real chain allows. */
  wasFinalized: boolean
}

export type SealedEvent = Event<'sealed'> & {
  blockNumber: bigint
  /** unix seconds */
  timestamp: bigint
  /** Hashes of the transactions, in order. */
  transactions: readonly Hash[]
  gasUsed: bigint
  /** Computed on read. */
  readonly hash: Hash
}

export type BeatEvent = Event<'beat'> & {
  /** Number of the open block. */
  blockNumber: bigint
  index: number
  /** Gas used by the pre-confirmations so far. */
  gasUsed: bigint
  /** Hashes of the pre-confirmations so far, computed on read. */
  readonly transactions: readonly Hash[]
  /**
   * keccak256 of the current header, computed on read; null for an imported
   * block without a hash.
   */
  readonly hash: Hash | null
}

/** An event of a WebSocket to the node, in process or served. */
export type SocketEvent = {
  /** ms since the node was created */
  at: number
  /** Number of the socket, counted from 1 in order of connection. */
  socket: number
} & (
  | { type: 'opened' }
  /** It was not let in. */
  | { type: 'refused' }
  /** A message to the client. */
  | {
      type: 'message'
      /** Method of the answered request; null for a batch. */
      method: string | null
      /** Id of its subscription; null for an answer. */
      subscription: Hex | null
      text: string
      /** `'sent'`, or the effect of a fault. */
      became: 'sent' | 'dropped' | 'doubled' | 'swapped' | 'delayed' | 'held'
    }
  /** Nothing passes any more, and its client has not learned it. */
  | { type: 'silenced' }
  | {
      type: 'closed'
      by: 'client' | 'node'
      /**
       * The code that the client sees: 1006 if the connection failed, 1005 if
       * there was no code.
       */
      code: number
      reason: string
    }
)

/** The events of `node.on`, by name. */
export type NodeEvents = {
  /** A transaction enters the pending block. */
  preconfirmed: PreconfirmedEvent
  /** A transaction is dropped. */
  dropped: DroppedEvent
  /** New blocks replace sealed blocks, before they emit `'sealed'`. */
  reorged: ReorgedEvent
  /** A block is sealed. */
  sealed: SealedEvent
  /** The clock reaches a beat. */
  beat: BeatEvent
  /** A request is answered or fails. */
  answered: AnsweredRequest
  /** A WebSocket opens, gets a message or closes. */
  socket: SocketEvent
}

/** Events that come with time. */
export const timedEvents = [
  'beat',
  'preconfirmed',
  'dropped',
  'reorged',
  'sealed',
] as const satisfies readonly (keyof NodeEvents)[]

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
  const event = {
    type,
    at,
    blockNumber: number,
    timestamp: block.timestamp,
    transactions: hashesIn(block),
    gasUsed: block.gasUsed,
  }
  return withHash()(event, { chain, block })
}

const withHash = lazy(() =>
  lateFields<{ chain: Chain; block: BlockView }, Pick<SealedEvent, 'hash'>>({
    hash: ({ chain, block }) => blockHash(chain, block),
  }),
)

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
    nonce: Number(transaction.nonce),
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
  const event = {
    type,
    at,
    blockNumber: position.blockNumber,
    index: position.index,
    gasUsed: (open.imported ?? open).gasUsed,
  }
  return withContent()(event, chain)
}

const withContent = lazy(() =>
  lateFields<Chain, Pick<BeatEvent, 'transactions' | 'hash'>>({
    transactions: ({ open }) => hashesIn(open),
    hash: (chain) => {
      const { open } = chain
      return open.imported ? open.imported.hash : blockHash(chain, open)
    },
  }),
)
