import type { TransactionType } from '../../../base/codec/transactionTypes.js'
import type { Address, Hash, Hex } from '../../../base/hex/hex.js'
import type { DropReason } from '../../../chain/blocks/transactionEvent.js'
import type { AnsweredRequest } from '../../../rpc/answers/requestHistory.js'

/** What a scripted transaction was made of, defaults filled in. */
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
  /** Null of one that is executed, once it is dropped. */
  gasUsed: bigint | null
  data: Hex
  /** Null of one that is executed, once it is dropped. */
  status: 'success' | 'reverted' | null
  /**
   * Why it failed, of one that was executed: `'out of gas'`, a reason, or the
   * selector of a contract's error.
   */
  failure?: string
  label: string | undefined
  /** Whether code says what it does, instead of the script. */
  isExecuted: boolean
}

export type PreconfirmedEvent = {
  hash: Hash
  /** The block that it entered. */
  blockNumber: bigint
  /** Of the pre-confirmation within its block, 0 when the block opens. */
  index: number
  transaction: ScriptedTransaction
}

/**
 * `blockNumber` and `index` are those of the beat that took it back; where a
 * seal, a re-org or an import did, those of its pre-confirmation.
 */
export type DroppedEvent = PreconfirmedEvent & {
  /**
   * `'requested'`: by `node.drop` or a step; `'omitted'`: a step left
   * it out of a sealed block; `'nonce'`, `'funds'`, `'overflow'`: it could no
   * longer run; `'unknown'`: what it would do cannot be told.
   */
  reason: DropReason
  /** Why not, of `'unknown'`: state that an import left unknown, for one. */
  error?: unknown
}

export type ReorgedEvent = {
  /** The first block that gives way. */
  blockNumber: bigint
  /** How many do, from that one up to latest. */
  depth: number
  /** Whether `finalized` had reached one of them, as real chains never let it. */
  wasFinalized: boolean
}

export type SealedEvent = {
  blockNumber: bigint
  /** unix seconds */
  timestamp: bigint
  /** Hashes of the transactions, in order. */
  transactions: readonly Hash[]
  gasUsed: bigint
  /** Computed when it is read. */
  readonly hash: Hash
}

export type BeatEvent = {
  /** ms since the node was created */
  now: number
  /** The block under construction. */
  blockNumber: bigint
  index: number
  /** Of what is pre-confirmed by now. */
  gasUsed: bigint
  /** Of what is pre-confirmed by now, made when they are read. */
  readonly transactions: readonly Hash[]
  /**
   * keccak256 of the header as it is by now, computed when it is read; null
   * where an imported block without a hash is shown.
   */
  readonly hash: Hash | null
}

/** What becomes of a WebSocket to the node, in process or served. */
export type SocketEvent = {
  /** ms since the node was created */
  at: number
  /** Which one, counted from 1 as they connect. */
  socket: number
} & (
  | { type: 'opened' }
  /** It was not let in. */
  | { type: 'refused' }
  /** A message to the client. */
  | {
      type: 'message'
      /** Of the request that it answers; null of a batch. */
      method: string | null
      /** Where it is none of an answer. */
      subscription: Hex | null
      text: string
      /** `'sent'`, or what a fault has made of it. */
      became: 'sent' | 'dropped' | 'doubled' | 'swapped' | 'delayed' | 'held'
    }
  /** Nothing passes any more, and its client has not learned it. */
  | { type: 'silenced' }
  | {
      type: 'closed'
      by: 'client' | 'node'
      /** As the client has it: 1006 of a connection that failed, 1005 of none. */
      code: number
      reason: string
    }
)

/** The events of `node.on`, by name. */
export type NodeEvents = {
  /** Once per transaction, as it enters the pending block. */
  preconfirmed: PreconfirmedEvent
  /** Once per transaction that is taken back. */
  dropped: DroppedEvent
  /**
   * Once per re-org, and per import over blocks that are there, before the new
   * blocks are told as sealed.
   */
  reorged: ReorgedEvent
  /** Once per block. */
  sealed: SealedEvent
  /** Once per beat. */
  beat: BeatEvent
  /** Once per request, when it is settled. */
  answered: AnsweredRequest
  /** Once for all that becomes of a WebSocket: it opens, is sent to, closes. */
  socket: SocketEvent
}

/** Those that come with time. */
export const timedEvents = [
  'beat',
  'preconfirmed',
  'dropped',
  'reorged',
  'sealed',
] as const satisfies readonly (keyof NodeEvents)[]
