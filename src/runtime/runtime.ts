import type { Chain } from '../chain/chain.js'
import type { TimeVerb } from '../clock/clock.js'
import type { Past } from '../faults/judge.js'
import type { Applied } from './applied.js'
import type { NodeEvents } from './events.js'
import type { Listeners } from './listeners.js'
import type { Moment } from './moment.js'
import type { Timing } from './rhythm.js'
import type { Snapshot } from './snapshot.js'

/** One mutable cell around an immutable moment, and who is told of it. */
export type Runtime = {
  readonly timing: Timing
  readonly listeners: Listeners<NodeEvents>
  /** Brings the node up to now. */
  settle(): Moment
  /** The moment that a verb is to change, settled. */
  use(): Moment
  /** The chain as it was, at birth at the earliest. */
  read(past: Past): Chain
  /** Replaces the settled moment by what a verb made of it, then tells. */
  commit(moment: Moment, told?: Partial<Applied>): void
  /** Moves the node's own clock: by ms, to a beat, to a boundary. */
  move(verb: TimeVerb, by: number): void
  /** The same under any clock: it moves the node's offset from it. */
  leap(verb: TimeVerb, by: number): void
  seek(ms: number): void
  snapshot(): Snapshot
  revert(given: unknown): void
  /** Calls back where a waiting request may have to wait no longer. */
  onRelease(callback: () => void): void
  readonly isDisposed: boolean
  dispose(): void
}
