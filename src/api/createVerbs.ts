import type { Runtime } from '../node/runtime/cell/runtime.js'
import type { StepVerbs } from '../node/runtime/steps/steps.js'
import type { HandleFn } from '../rpc/schema.js'
import type { NodeVerbs } from './nodeVerbs.js'
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
