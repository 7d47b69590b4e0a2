import type { TimeVerb } from '../../../base/clock/clock.js'
import type { Author, Chain, Effect } from '../../../chain/blocks/chain.js'
import type { Engine } from '../../../engine/engine.js'
import type { FaultState } from '../../faults/faultState.js'
import type { Past } from '../../faults/faultType.js'
import type { Announcer, Delivery, Listeners } from '../events/listeners.js'
import type { NodeEvents } from '../events/nodeEvents.js'
import type {
  Action,
  BeatCadence,
  History,
  NodeState,
} from '../state/nodeState.js'
import type { Snapshot } from '../state/snapshot.js'

/** Called with the chain before a change and what it did, in its order. */
export type ChangeListener = (
  from: Chain,
  effects: readonly Effect[],
) => Delivery[]

/**
 * One mutable cell around an immutable state, and its listeners. None of these
 * has a getter: V8 looks up every member of an object that has one.
 */
export type Runtime = {
  /** The cadence with which the node was created. */
  readonly cadence: BeatCadence
  readonly execution: EngineGuard
  readonly listeners: Listeners<NodeEvents>
  readonly announcer: Announcer
  /** Brings the node up to now. */
  settle(): NodeState
  /** The node as it was last brought up to. */
  state(): NodeState
  /** @throws DisposedError once the node is disposed. */
  assertAlive(): void
  /** The states that the present one comes from. */
  history(): History
  /** Whether time ever went back, so that what came then may be forgotten. */
  hasGoneBack(): boolean
  /** The chain as it was, when the node was created at the earliest. */
  read(past: Past): Chain
  /** Does it now, as a verb; emits its events, returns its result. */
  apply<fields, result>(
    action: Action<fields, result>,
    fields: fields,
    by?: Author,
  ): result
  /** Replaces those of the state that the node was last brought up to. */
  setFaults(faults: FaultState): void
  /** Moves the node's clock: by ms, to a beat, to a boundary. */
  move(verb: TimeVerb, by: number): void
  /** The same under any clock, by moving the node's offset from it. */
  jump(verb: TimeVerb, by: number, name?: 'mine'): void
  seek(ms: number): void
  snapshot(): Snapshot
  revert(given: unknown): void
  /**
   * Called whenever a waiting request may be free to go on, and sockets may have
   * to end. The verb that runs throws the errors that it returns.
   */
  onRelease(callback: () => readonly unknown[]): void
  /** Called after each change; what it returns comes after the node's events. */
  onChange(callback: ChangeListener): void
  /** Called with the chain as it is once time went back. */
  onRewind(callback: (to: Chain, at: number) => void): void
  /** Counts as a listener, for whom every beat is visited; returns the end. */
  watch(): () => void
  isDisposed(): boolean
  dispose(): void
}

/** The engine of a node, and whether it is running. */
export type EngineGuard = {
  readonly engine: Engine
  readonly isRunning: () => boolean
  /** @throws ReentrantCallError while the engine is at work. */
  readonly assertOver: (what: string) => void
}
