import type { Snapshot } from '../node/runtime/moment/snapshot.js'
import type { HandleFn } from '../rpc/schema.js'
import type { Verbs } from './verbs/verbs.js'

/** The verbs that have no step. */
export type NodeVerbs = Verbs & {
  /**
   * Answers a method in place of the node, including methods that the node does
   * not serve. Returns a function that removes the handler.
   *
   * @example
   * const stop = node.handle('eth_call', ([call], view) => '0x2a')
   *
   * @param answer - Gets the parameters as sent, and a view of the node at this
   * instant. May return a promise. A thrown error becomes the request's error,
   * with its integer `code` and its `data`.
   */
  handle: HandleFn

  /**
   * Saves the current state: time, chain, queue, faults and their counters.
   *
   * @example
   * const snapshot = node.snapshot()
   * node.nextBlock(10)
   * node.revert(snapshot)
   */
  snapshot(): Snapshot

  /**
   * Restores a snapshot, which stays usable. Listeners and answered requests
   * are not affected.
   *
   * @throws UnknownIdError when another node made it.
   */
  revert(snapshot: Snapshot): void
}
