import { type FaultId, liftFault } from '../../../faults/faultState.js'
import { checkAhead } from '../../../schema/parseParameters.js'
import type { Runtime } from '../../cell/runtime.js'

/**
 * Declares a fault or a rule until it is lifted; returns a function that lifts
 * it.
 */
export function declare(
  verb: 'fault' | 'inclusion',
  declared: { readonly until?: number | undefined },
  runtime: Runtime,
  apply: () => FaultId,
): () => void {
  checkAhead(verb, declared, runtime.settle().time)
  const id = apply()
  return () => {
    if (runtime.isDisposed) return
    runtime.execution.assertOver(`What node.${verb} returned`)
    runtime.announcer.collect(() =>
      runtime.setFaults(liftFault(runtime.settle().faults, id)),
    )
  }
}
