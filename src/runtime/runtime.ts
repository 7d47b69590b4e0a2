import type { Chain } from '../chain/chain.js'
import type { TimeVerb } from '../clock/clock.js'
import type { FaultState } from '../faults/faultState.js'
import type { Past } from '../faults/judge.js'
import type { CanonicalStep } from '../schema/step.js'
import type { ResultOf, StepOf } from './applyStep.js'
import type { Listeners } from './events/listeners.js'
import type { NodeEvents } from './events/nodeEvents.js'
import type { Snapshot } from './snapshot.js'
import type { Moment } from './time/moment.js'
import type { Timing } from './time/rhythm.js'

/** One mutable cell around an immutable moment, and who is told of it. */
export type Runtime = {
  readonly timing: Timing
  readonly listeners: Listeners<NodeEvents>
  /** Brings the node up to now. */
  settle(): Moment
  /** Refuses what is asked of a node that was disposed of. */
  assertAlive(): void
  /** The chain as it was, at birth at the earliest. */
  read(past: Past): Chain
  /** Applies a step now, as a verb, tells of it, and hands back its result. */
  act<type extends CanonicalStep['type']>(
    step: StepOf<type> & { readonly type: type },
  ): ResultOf<type>
  /** Puts what became of the faults in place of them. */
  keepFaults(faults: FaultState): void
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
