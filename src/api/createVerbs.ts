import { checkImport } from '../chain/intents/checkImport.js'
import { liftFault } from '../faults/faultState.js'
import type { HandleFn } from '../rpc/view.js'
import type { Runtime } from '../runtime/runtime.js'
import { parseVerb } from '../schema/parseVerb.js'
import type { ScriptVerbs } from './scriptVerbs.js'
import type { TimeVerbs } from './timeVerbs.js'

/** The verbs of a node: each reads what it is given, and acts as a step now. */
export function createVerbs(
  runtime: Runtime,
  handle: HandleFn,
): ScriptVerbs & TimeVerbs {
  const { apply } = runtime
  return {
    preconfirm(transaction) {
      const { type: transactionType, ...fields } = parseVerb(
        'preconfirm',
        transaction,
      )
      return apply({ type: 'preconfirm', transactionType, ...fields })
    },
    dropTransaction(parameters) {
      apply({ type: 'drop', ...parseVerb('dropTransaction', parameters) })
    },
    setBalance(parameters) {
      apply({ type: 'setBalance', ...parseVerb('setBalance', parameters) })
    },
    setNonce(parameters) {
      apply({ type: 'setNonce', ...parseVerb('setNonce', parameters) })
    },
    setCode(parameters) {
      apply({ type: 'setCode', ...parseVerb('setCode', parameters) })
    },
    setStorageAt(parameters) {
      const parsed = parseVerb('setStorageAt', parameters)
      apply({ type: 'setStorageAt', ...parsed })
    },
    importBlock(parameters) {
      const parsed = parseVerb('importBlock', parameters)
      const checks = checkImport(parsed)
      return { ...apply({ type: 'importBlock', ...parsed }), checks }
    },
    fault(fault) {
      const id = apply({ type: 'fault', fault: parseVerb('fault', fault) })
      return () => {
        if (runtime.isDisposed) return
        runtime.setFaults(liftFault(runtime.settle().faults, id))
      }
    },
    handle(method, answer) {
      runtime.assertAlive()
      return handle(method, answer)
    },
    advance: (ms) => runtime.move('advance', parseVerb('advance', ms)),
    tick: (beats = 1) => runtime.move('tick', parseVerb('tick', beats)),
    seal: (blocks = 1) => runtime.move('seal', parseVerb('seal', blocks)),
    seek: (ms) => runtime.seek(parseVerb('seek', ms)),
    snapshot: () => runtime.snapshot(),
    revert: (parameters) => runtime.revert(parameters),
  }
}
