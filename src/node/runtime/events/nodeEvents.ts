import type { TransactionType } from '../../../base/codec/transactionTypes.js'
import type { Address, Hash, Hex } from '../../../base/hex/hex.js'
import type { DropReason } from '../../../chain/blocks/transactionEvent.js'
import type { AnsweredRequest } from '../../../rpc/answers/requestHistory.js'

/** A scripted transaction's parameters, defaults filled in. */
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
  /** Index of the pre-confirmation within its block, 0 when the block opens. */
  index: number
  transaction: ScriptedTransaction
}

/**
 * `blockNumber` and `index` are those of the beat that dropped it; after a
 * seal, a re-org or an import, those of its pre-confirmation.
 */
export type DroppedEvent = PreconfirmedEvent & {
  /**
   * `'requested'`: by `node.drop` or a step; `'omitted'`: a step left it out of
   * a sealed block; `'nonce'`, `'funds'`, `'overflow'`: it could no longer run;
   * `'unknown'`: its effect cannot be determined.
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
  /** Gas of the pre-confirmations so far. */
  gasUsed: bigint
  /** Hashes of the pre-confirmations so far, made on read. */
  readonly transactions: readonly Hash[]
  /**
   * keccak256 of the header as it is by now, computed when it is read; null
   * where an imported block without a hash is shown.
   */
  readonly hash: Hash | null
}

/** An event of a WebSocket to the node, in process or served. */
export type SocketEvent = {
  /** ms since the node was created */
  at: number
  /** Number of the socket, counted from 1 as they connect. */
  socket: number
} & (
  | { type: 'opened' }
  /** It was not let in. */
  | { type: 'refused' }
  /** A message to the client. */
  | {
      type: 'message'
      /** Method of the request that it answers; null for a batch. */
      method: string | null
      /** Id of its subscription; null for an answer. */
      subscription: Hex | null
      text: string
      /** `'sent'`, or the result of a fault. */
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
  /** Once per transaction that is dropped. */
  dropped: DroppedEvent
  /**
   * Once per re-org, and per import over existing blocks, before the new blocks
   * are announced as sealed.
   */
  reorged: ReorgedEvent
  /** Once per block. */
  sealed: SealedEvent
  /** Once per beat. */
  beat: BeatEvent
  /** Once per request, when it is settled. */
  answered: AnsweredRequest
  /** Once per event of a WebSocket: it opens, receives a message, closes. */
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
