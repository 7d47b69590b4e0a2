import type { Runtime } from '../node/runtime/cell/runtime.js'
import type { Snapshot } from '../node/runtime/moment/snapshot.js'
import type { StepVerbs } from '../node/runtime/steps/steps.js'
import type { HandleFn } from '../rpc/schema.js'
import { readGiven, takes } from './verbs/verb.js'
import { type Verbs, verbs } from './verbs/verbs.js'

/**
 * The verbs of a node: each parses its argument, and acts now. The verb throws
 * the errors that listeners throw meanwhile.
 */
export function createVerbs(
  runtime: Runtime,
  handle: HandleFn,
): StepVerbs & NodeVerbs {
  const { collect } = runtime.announcer
  const called = verbs.map((verb) => {
    const { name, parameter } = verb
    return [
      name,
      takes(parameter === null ? 0 : 1, name, (given?: unknown) =>
        collect(() => verb.call(runtime, readGiven(verb, given, 'code'))),
      ),
    ]
  })
  return {
    // The list of verbs has each member of this type by name.
    ...(Object.fromEntries(called) as StepVerbs & Verbs),
    handle: takes(2, 'handle', (method, answer) => {
      runtime.assertAlive()
      runtime.execution.assertOver('node.handle')
      return handle(method, answer)
    }),
    snapshot: takes(0, 'snapshot', () => {
      runtime.execution.assertOver('node.snapshot')
      return collect(runtime.snapshot)
    }),
    revert: takes(1, 'revert', (snapshot) =>
      collect(() => runtime.revert(snapshot)),
    ),
  }
}

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
