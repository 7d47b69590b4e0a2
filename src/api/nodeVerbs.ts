import type { Snapshot } from '../node/runtime/moment/snapshot.js'
import type { HandleFn } from '../rpc/handler.js'
import type { Verbs } from './verbs/verbs.js'

/** The verbs of a test beside those of steps. */
export type NodeVerbs = Verbs & {
  /**
   * Answers a method in the node's place, also one that the node does not
   * serve; returns a function that stops it.
   *
   * @example
   * const stop = node.handle('eth_call', ([call], view) => '0x2a')
   *
   * @param answer - Gets the parameters as they were sent and a view of the
   * node at this instant. May return a promise; what it throws becomes the
   * error, with its integer `code` and its `data` where it has them.
   */
  handle: HandleFn

  /**
   * Keeps the present instant: time, chain, queue, faults and their counters.
   *
   * @example
   * const snapshot = node.snapshot()
   * node.nextBlock(10)
   * node.revert(snapshot)
   */
  snapshot(): Snapshot

  /**
   * Goes back to a snapshot, which can be used again. Listeners and answered
   * requests stay as they are.
   *
   * @throws ForeignSnapshotError when another node made it.
   */
  revert(snapshot: Snapshot): void
}
