import {
  type Annotations,
  amount,
  nameOf,
  short,
  valueText,
} from '../../../base/words/words.js'
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
 * The story of a node as plain data. Text, SVG and HTML are made from it alone.
 */
export type Timeline = {
  /** ms since the node was created */
  readonly since: number
  /** ms since the node was created, inclusive */
  readonly until: number
  readonly chainId: number
  readonly beats: readonly StoryBeat[]
  /** Blocks sealed in this range, in order, without those of `idle` events. */
  readonly blocks: readonly TimelineBlock[]
  /** Acts of scripts and their outcomes, in order. */
  readonly events: readonly StoryEvent[]
  /** Transactions, in the order of their first appearance. */
  readonly transactions: readonly TimelineTransaction[]
  /** Requests sent in this range, in the order of their answers. */
  readonly answeredRequests: readonly TimelineRequest[]
  /**
   * Requests sent up to `until` that have no answer when the timeline is read.
   */
  readonly waitingRequests: readonly WaitingRequest[]
  readonly faults: readonly StoryFault[]
  /** Events of WebSockets, in order. */
  readonly sockets: readonly SocketEvent[]
  /** ms from beat to beat, unless a step moves beats */
  readonly preconfirmationTime: number
  /** ms from block to block, unless a step moves seals */
  readonly blockTime: number
  /** The requested accounts, and the first twelve of the transactions. */
  readonly accounts: readonly Address[]
  /**
   * States at the instants of changes, computed on read. After 4,000 of them, a
   * last unknown one stands for the rest.
   */
  readonly states: readonly TimelineState[]
  /** Changes of the served block numbers, computed on read. */
  readonly served: readonly TimelineServed[]
  /** Logs and return data of executed transactions, computed on read. */
  readonly outcomes: readonly TimelineOutcome[]
  /** The tokens that were used, as they say themselves, computed on read. */
  readonly tokens: readonly TimelineToken[]
  /** The ABIs and names from the node, its wallets and the test. */
  readonly annotations: Annotations
}

/** The numbers of pending and latest from an instant on; null if unknown. */
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

/** An ERC-20 token. */
export type TimelineToken = {
  /** In lower case. */
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
  /** Who had it, or was to get it; at most six. */
  readonly holders: readonly Address[]
}

/** Balances and blocks by selector at an instant; null if unknown. */
export type TimelineState = {
  readonly at: number
  readonly safe: bigint | null
  readonly finalized: bigint | null
  /** Balance of each account in wei. */
  readonly balances: readonly {
    readonly pending: bigint | null
    readonly latest: bigint | null
  }[]
  /** The same of each holder of each token, in the token's smallest unit. */
  readonly held: readonly (readonly {
    readonly pending: bigint | null
    readonly latest: bigint | null
  }[])[]
}

export type TimelineBlock = {
  readonly at: number
  readonly number: bigint
  /** Computed on read; null while over 1,000 blocks up to it lack a hash. */
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
      /** Null if unknown. */
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
      /** As sealed, which a plan may have changed; null if unknown. */
      readonly status: 'success' | 'reverted' | null
    }

export type TimelineRequest = AnsweredRequest & {
  /** Why it failed; null if it did not fail. */
  readonly failure: string | null
  /** True if nothing serves its method, or the request was malformed. */
  readonly isUnserved: boolean
  /** The inner calls, if it calls Multicall3's `aggregate3`. */
  readonly calls: readonly InnerCall[]
}

export type InnerCall = {
  readonly to: Address
  readonly data: Hex
  /** The first four bytes of its data. */
  readonly selector: Hex
  /** Return data; null while unknown. */
  readonly output: Hex | null
  /** Null while unknown. */
  readonly isSuccess: boolean | null
  /** Whether the answer was `0x` because the address has no code. */
  readonly isCodeless: boolean
}

/** The time and the accounts of a timeline. */
export type TimelineRange = {
  /** ms since the node was created; default its start */
  readonly since?: number | undefined
  /** ms since the node was created; default now */
  readonly until?: number | undefined
  /**
   * More accounts whose balances to read, besides those of the transactions;
   * default none
   */
  readonly accounts?: readonly Address[] | undefined
}

type StepEvent = Extract<StoryEvent, { type: 'step' }>

/** The act of a step or a verb, in a line, its hex by `hexText`. */
export function stepText(
  { step, hash }: Pick<StepEvent, 'step' | 'hash'>,
  hexText = short,
): string {
  switch (step.type) {
    case 'preconfirm': {
      const name = hash === null ? '' : nameOf({ hash, label: step.label })
      const to = step.to ? hexText(step.to) : 'a creation'
      return `sent ${name}: ${hexText(step.from)} to ${to}, ${amount(step.value ?? 0n)}`
    }
    case 'fault': {
      const { label, ...fault } = step.fault
      return `fault ${label === undefined ? '' : `"${label}" `}${valueText(fault, hexText)}`
    }
    case 'importBlock':
      return 'importBlock'
    default: {
      const { type, ...fields } = step
      return Object.keys(fields).length === 0
        ? type
        : `${type} ${valueText(fields, hexText)}`
    }
  }
}
