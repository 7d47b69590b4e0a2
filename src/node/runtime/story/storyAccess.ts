import type { BlockTag, Hash, Hex } from '../../../base/hex/hex.js'
import type { Included } from '../../../chain/model/transaction.js'
import type { Fault } from '../../faults/faultTypes.js'
import type {
  BeatEvent,
  ChainEvent,
  SocketEvent,
} from '../events/nodeEvents.js'
import type { StepNow } from '../steps/steps.js'

/** The part of a node's story for entries, which are bundled apart. */
export type StoryAccess = {
  /** Between ms since the node was created, both inclusive. */
  readonly read: (range: {
    readonly since?: number | undefined
    readonly until?: number | undefined
  }) => Story
  /**
   * Transactions of the application that a name means; one, except for `'all'`.
   */
  readonly findSent: (name: unknown) => readonly Hash[]
  /** Labels that transactions of the script have, or will have. */
  readonly scriptLabels: () => readonly string[]
  /** The served method that was plainly meant by the name of another. */
  readonly meantMethod: (name: string) => string | undefined
  /** All that any node serves, of other chains, too. */
  readonly subscriptionNames: readonly string[]
  /** Whether it is in the open block, whoever sees that. */
  readonly isPreconfirmed: (hash: Hash) => boolean
  /** The content of the chain at an instant, read without hashing any block. */
  readonly lookAt: (at: number) => ChainPeek
  /** How many requests have ended so far. */
  readonly ended: () => number
  /** How many boundaries there were, as `nextBlock` counts them. */
  readonly boundaries: () => number
  /** Whether the clock or a step will bring another beat or boundary. */
  readonly isAhead: (verb: 'nextBeat' | 'nextBlock') => boolean
  /** Whether time ever went back, so that what came then may be forgotten. */
  readonly hasGoneBack: () => boolean
}

/** The content of a chain at an instant, read without hashing any block. */
export type ChainPeek = {
  /**
   * Whether over 1,000 blocks lack a hash, so that answers with hashes of
   * blocks take long, or fail.
   */
  readonly isUnhashed: () => boolean
  /** The block that a tag names; null: none. */
  readonly blockAt: (tag: BlockTag) => {
    readonly number: bigint
    readonly transactions: readonly Hash[]
  } | null
  /** The outcome of a transaction that is in a block. */
  readonly outcomeOf: (hash: Hash) => {
    readonly status: 'success' | 'reverted'
    readonly logs: Included['effect']['logs']
    readonly output: Hex
  } | null
  /** The number of the sealed block that has a transaction. */
  readonly sealedIn: (hash: Hash) => bigint | null
}

/** The key of a node's story. */
export const storyKey: unique symbol = Symbol.for('preseal.story')

export function hasStory(given: unknown): boolean {
  return storyKey in Object(given)
}

/** Of a node that has one. */
export function storyOf(node: object): StoryAccess {
  return (node as { readonly [storyKey]: StoryAccess })[storyKey]
}

/**
 * The story of what happened on a node, as plain data: acts of scripts and
 * their outcomes, in order.
 */
export type Story = {
  /** ms since the node was created */
  readonly since: number
  /** ms since the node was created, inclusive */
  readonly until: number
  /** ms from beat to beat, as the node was created */
  readonly preconfirmationTime: number
  /** ms from block to block, as the node was created */
  readonly blockTime: number
  readonly events: readonly StoryEvent[]
  /**
   * Faults that stood at some time of the story, in the order of declaration.
   */
  readonly faults: readonly StoryFault[]
  /** Events of WebSockets, the newest as many as `requestHistory`. */
  readonly sockets: readonly SocketEvent[]
  /** Without those of idle blocks that are left out. */
  readonly readBeats: () => readonly StoryBeat[]
}

/** One event of the story, `at` ms since the node was created. */
export type StoryEvent =
  | {
      readonly type: 'step'
      readonly at: number
      /** The step, or the verb as its step. */
      readonly step: StepNow
      /** Hash of the transaction that it sent. */
      readonly hash: Hash | null
      /** The sender: a script, or a request, even if its answer was lost. */
      readonly via: 'script' | 'request'
      /**
       * How many entries the log of the node had before it: a request of the same
       * ms that has this `position` or less came first.
       */
      readonly position: number
      /** Whose act it is, if it is not the test's; as `explore` marks its own. */
      readonly by?: string | undefined
    }
  | Exclude<ChainEvent, BeatEvent>
  | {
      /**
       * Over 100 idle blocks in a row, without the first and the last, which are
       * `sealed` events.
       */
      readonly type: 'idle'
      /** When the first of them was sealed. */
      readonly at: number
      /** When the last of them was sealed, ms since the node was created. */
      readonly until: number
      readonly firstBlock: bigint
      readonly lastBlock: bigint
      /** How many deposits open each of them, as on OP chains. */
      readonly deposits: number
    }

export type StoryFault = {
  readonly fault: Fault
  readonly label: string | undefined
  /** When the fault was declared, in ms since the node was created. */
  readonly since: number
  /** When it was lifted; null while it is active. */
  readonly until: number | null
  /** Number of affected requests. */
  readonly requests: number
}

export type StoryBeat = Pick<BeatEvent, 'at' | 'blockNumber' | 'index'>
