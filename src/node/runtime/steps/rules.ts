import { invalidParameters } from '../../../base/validation/problem.js'
import * as values from '../../../base/validation/values.js'
import {
  addFault,
  type FaultId,
  findUnknownEndpoint,
  liftFault,
  liftLabel,
} from '../../faults/faultState.js'
import type { Fault } from '../../faults/faultTypes.js'
import { fault as faultSchema } from '../../schema/fault.js'
import { checkAhead, value } from '../../schema/schema.js'
import { transition } from '../state/nodeState.js'
import { type Acts, named, type StepsOf } from './act.js'

type RuleFields = {
  fault: {
    fault: Fault
  }

  lift: {
    label: string
  }
}

export type RuleSteps = StepsOf<RuleFields>

export type RuleVerbs = {
  /**
   * Makes requests fail, or answers them wrongly or late; or includes
   * transactions that arrive by request late, never, or only to drop them.
   * Returns a function that lifts the fault.
   *
   * @example
   * const lift = node.fault({ type: 'http', status: 429, times: 2 })
   * node.fault({ type: 'includeLate', beats: 2, from: alice, times: 1 })
   */
  fault(fault: Fault): () => void
}

export const ruleActs = /* @__PURE__ */ named({
  /** Adds a fault. */
  fault: {
    fields: () => ({ fault: faultSchema() }),
    apply(state, { fault }) {
      const issue = findUnknownEndpoint(fault, state.faults.endpoints)
      if (issue !== undefined)
        throw invalidParameters('fault', [{ path: 'endpoint', ...issue }])
      const { state: faults, id } = addFault(state.faults, fault, {
        since: state.time,
        instant: state.chain,
      })
      return { ...transition({ ...state, faults }), result: id }
    },
    verb: {
      parameter: faultSchema,
      toFields: (fault) => ({ fault }),
      call(runtime, { fault }, apply) {
        checkAhead('fault', fault, runtime.settle().time)
        const id = apply()
        return () => {
          if (runtime.isDisposed()) return
          runtime.execution.assertOver('What node.fault returned')
          runtime.announcer.collect(() =>
            runtime.setFaults(liftFault(runtime.settle().faults, id)),
          )
        }
      },
      toJson: (lift, keep) => keep(lift),
    },
  },

  /** Ends the fault with that `label`. */
  lift: {
    fields: () => ({ label: value(values.nonEmptyText) }),
    apply: (state, { label }) =>
      transition({ ...state, faults: liftLabel(state.faults, label) }),
  },
} satisfies Acts<RuleFields, RuleVerbs, { fault: FaultId }>)
