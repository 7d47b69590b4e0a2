import type { Snapshot } from '../runtime/snapshot.js'

/** What moves the node in time. */
export type TimeVerbs = {
  /**
   * Lets time pass on the node's own clock.
   *
   * @example
   * node.advance(200) // one beat
   *
   * @param ms - A whole number from 0 on.
   * @throws ClockNotOwnedError under another clock than `'virtual'`.
   * @throws InsideListenerError inside a listener of the node.
   * @throws what a listener or a step threw, once time is over; of several an
   * AggregateError.
   */
  advance(ms: number): void

  /**
   * Lets time pass up to a beat: the next one, or the `beats`-th next, wherever
   * steps move it meanwhile.
   *
   * @example
   * node.preconfirm({ from: alice, to: bob, value: 1n })
   * node.tick() // pre-confirmed
   *
   * @throws as {@link TimeVerbs.advance} does.
   */
  tick(beats?: number): void

  /**
   * Lets time pass up to a block boundary: the next one, or the `blocks`-th
   * next, wherever steps move it meanwhile; a block that a step seals counts.
   * What was queued since the last beat is then pending, not sealed.
   *
   * @example
   * node.seal() // what was pending is now latest
   *
   * @throws as {@link TimeVerbs.advance} does.
   */
  seal(blocks?: number): void

  /**
   * Goes to an instant: back to what it was then, forgetting what came after
   * it, or forward without waiting.
   *
   * @example
   * node.seek(0) // the start
   *
   * @param ms - Since the node was created.
   */
  seek(ms: number): void

  /**
   * Keeps the present instant: time, chain, queue, faults and their counters.
   *
   * @example
   * const snapshot = node.snapshot()
   * node.seal(10)
   * node.revert({ snapshot })
   */
  snapshot(): Snapshot

  /**
   * Goes back to a snapshot, which can be used again. Listeners and exchanges
   * stay as they are.
   *
   * @throws ForeignSnapshotError when another node made it.
   */
  revert(parameters: { snapshot: Snapshot }): void
}
