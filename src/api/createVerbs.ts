import { fromCaller } from '../base/errors/fromCaller.js'
import type { Runtime } from '../node/runtime/cell/runtime.js'
import type { StepVerbs } from '../node/runtime/steps/steps.js'
import type { HandleFn } from '../rpc/handler.js'
import type { NodeVerbs } from './nodeVerbs.js'
import { readGiven } from './verbs/verb.js'
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
    const call = (given?: unknown): unknown =>
      fromCaller(call, () =>
        collect(() => verb.call(runtime, readGiven(verb, given, 'code'))),
      )
    return [verb.name, call]
  })
  return {
    // The list of verbs has each member of this type by name.
    ...(Object.fromEntries(called) as StepVerbs & Verbs),
    handle(method, answer) {
      runtime.assertAlive()
      runtime.execution.assertOver('node.handle')
      return handle(method, answer)
    },
    snapshot() {
      runtime.execution.assertOver('node.snapshot')
      return collect(runtime.snapshot)
    },
    revert: (parameters) => collect(() => runtime.revert(parameters)),
  }
}
