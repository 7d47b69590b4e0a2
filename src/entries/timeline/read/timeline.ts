import type { Annotations } from '../../../base/words/annotations.js'
import type {
  Address,
  AnsweredRequest,
  DroppedEvent,
  Hash,
  Hex,
  SocketEvent,
  StoryBeat,
  StoryEvent,
  StoryFault,
  WaitingRequest,
} from '../../../index.js'

/**
 * The story of what happened on a node, in the reader's terms: text, SVG and
 * HTML are made from a timeline alone.
 */
export type Timeline = {
  /** ms since the node was created */
  readonly since: number
  /** ms since the node was created, inclusive */
  readonly until: number
  readonly chainId: number
  readonly beats: readonly StoryBeat[]
  /** Sealed within these instants, in the order in which they were. */
  readonly blocks: readonly TimelineBlock[]
  /** Acts of scripts and their outcomes, in order. */
  readonly events: readonly StoryEvent[]
  /** In the order in which they were first heard of. */
  readonly transactions: readonly TimelineTransaction[]
  /** Asked within these instants, in the order in which they were answered. */
  readonly answeredRequests: readonly TimelineRequest[]
  /** Asked until then, and without an answer as the timeline is read. */
  readonly waitingRequests: readonly WaitingRequest[]
  readonly faults: readonly StoryFault[]
  /** Events of WebSockets, in order. */
  readonly sockets: readonly SocketEvent[]
  /** ms from beat to beat, where no step moves them */
  readonly beatTime: number
  /** Accounts that were asked for, and the first twelve of the transactions. */
  readonly accounts: readonly Address[]
  /**
   * States at the instants where something changed, computed on read. After
   * 4,000 of them the last one is unknown, and stands for those that follow.
   */
  readonly states: readonly TimelineState[]
  /**
   * The blocks that the node served, whenever that changed; computed on read.
   */
  readonly served: readonly TimelineServed[]
  /** Logs and return data of executed transactions, computed on read. */
  readonly outcomes: readonly TimelineOutcome[]
  /** The ABIs and names that the node, its wallets and the test know. */
  readonly annotations: Annotations
}

/** The numbers that pending and latest had from an instant on; null: unknown. */
export type TimelineServed = {
  readonly at: number
  readonly latest: bigint | null
  readonly pending: {
    readonly number: bigint | null
    readonly transactions: readonly Hash[]
  } | null
}

/** The outcome of a transaction when it was pre-confirmed. */
export type TimelineOutcome = {
  readonly hash: Hash
  readonly at: number
  readonly logs: readonly {
    readonly address: Address
    readonly topics: readonly Hash[]
    readonly data: Hex
  }[]
  /** Its revert data; `0x` if it did not revert. */
  readonly revertData: Hex
}

/** Answers of selectors at an instant; null if unknown. */
export type TimelineState = {
  readonly at: number
  readonly safe: bigint | null
  readonly finalized: bigint | null
  /** wei of each of the accounts. */
  readonly balances: readonly {
    readonly pending: bigint | null
    readonly latest: bigint | null
  }[]
}

export type TimelineBlock = {
  readonly at: number
  readonly number: bigint
  /** Null where no hash is known; computed when it is read. */
  readonly hash: Hash | null
  readonly timestamp: bigint
  readonly gasUsed: bigint
  readonly transactions: readonly Hash[]
}

/** A transaction, from sent to sealed or dropped. */
export type TimelineTransaction = {
  readonly hash: Hash
  readonly label: string | undefined
  readonly from: Address
  /** Null: a contract creation. */
  readonly to: Address | null
  /** wei */
  readonly value: bigint
  readonly moves: readonly Move[]
}

export type Move =
  | { readonly type: 'sent'; readonly at: number }
  | {
      readonly type: 'preconfirmed'
      readonly at: number
      readonly blockNumber: bigint
      readonly index: number
      /** Null where it is not known. */
      readonly status: 'success' | 'reverted' | null
    }
  | {
      readonly type: 'dropped'
      readonly at: number
      readonly blockNumber: bigint
      readonly reason: DroppedEvent['reason']
    }
  | {
      readonly type: 'sealed'
      readonly at: number
      readonly blockNumber: bigint
      /** As sealed, which a plan may change; null where it is not known. */
      readonly status: 'success' | 'reverted' | null
    }

export type TimelineRequest = AnsweredRequest & {
  /** Why it failed; null where it did not. */
  readonly failure: string | null
  /** Nobody serves its method, or it could not be read. */
  readonly isUnserved: boolean
  /** The calls within, if it is a call of Multicall3's `aggregate3`. */
  readonly calls: readonly InnerCall[]
}

export type InnerCall = {
  readonly to: Address
  readonly data: Hex
  /** The first four bytes of its data. */
  readonly selector: Hex
  /** Its answer; null while it is not known. */
  readonly output: Hex | null
  /** Null while it is not known. */
  readonly isSuccess: boolean | null
  /** Whether it was answered `0x`, as no code is at its address. */
  readonly isCodeless: boolean
}

/** The time and the accounts of a timeline. */
export type TimelineRange = {
  /** ms since the node was created; its start */
  readonly since?: number | undefined
  /** ms since the node was created; now */
  readonly until?: number | undefined
  /** Whose balances are read beside those of the transactions; none */
  readonly accounts?: readonly Address[] | undefined
}
