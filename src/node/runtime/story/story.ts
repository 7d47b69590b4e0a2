import type { Hash } from '../../../base/hex/hex.js'
import type { Fault } from '../../faults/fault.js'
import type {
  BeatEvent,
  ChainEvent,
  SocketEvent,
} from '../events/nodeEvents.js'
import type { StepNow } from '../steps/steps.js'

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
  /** Without those of idle blocks that are left out; made when they are read. */
  readonly beats: readonly StoryBeat[]
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
