import { checkImport } from '../chain/intents/checkImport.js'
import { liftFault } from '../faults/faultState.js'
import type { HandleFn } from '../rpc/view.js'
import type { Runtime } from '../runtime/runtime.js'
import { parseParameters } from '../schema/parseVerb.js'
import type { ScriptVerbs } from './scriptVerbs.js'
import type { TimeVerbs } from './timeVerbs.js'

/** The verbs of a node: each reads what it is given, and acts as a step now. */
export function createVerbs(
  runtime: Runtime,
  handle: HandleFn,
): ScriptVerbs & TimeVerbs {
  const { act } = runtime
  return {
    preconfirm(transaction) {
      const { type: transactionType, ...fields } = parseParameters(
        'preconfirm',
        transaction,
      )
      return act({ type: 'preconfirm', transactionType, ...fields })
    },
    dropTransaction(parameters) {
      act({ type: 'drop', ...parseParameters('dropTransaction', parameters) })
    },
    setBalance(parameters) {
      act({ type: 'setBalance', ...parseParameters('setBalance', parameters) })
    },
    setNonce(parameters) {
      act({ type: 'setNonce', ...parseParameters('setNonce', parameters) })
    },
    setCode(parameters) {
      act({ type: 'setCode', ...parseParameters('setCode', parameters) })
    },
    setStorageAt(parameters) {
      const parsed = parseParameters('setStorageAt', parameters)
      act({ type: 'setStorageAt', ...parsed })
    },
    importBlock(parameters) {
      const parsed = parseParameters('importBlock', parameters)
      const checks = checkImport(parsed)
      return { ...act({ type: 'importBlock', ...parsed }), checks }
    },
    fault(fault) {
      const id = act({ type: 'fault', fault: parseParameters('fault', fault) })
      return () => {
        if (runtime.isDisposed) return
        runtime.keepFaults(liftFault(runtime.settle().faults, id))
      }
    },
    handle(method, answer) {
      runtime.assertAlive()
      return handle(method, answer)
    },
    advance: (ms) => runtime.move('advance', parseParameters('advance', ms)),
    tick: (beats = 1) => runtime.move('tick', parseParameters('tick', beats)),
    seal: (blocks = 1) => runtime.move('seal', parseParameters('seal', blocks)),
    seek: (ms) => runtime.seek(parseParameters('seek', ms)),
    snapshot: () => runtime.snapshot(),
    revert: (parameters) => runtime.revert(parameters),
  }
}
