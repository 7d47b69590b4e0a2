import * as z from 'zod/mini'
import * as values from '../../../base/validation/values.js'
import type { Fault } from '../../faults/fault.js'
import { addFault, type FaultId } from '../../faults/faultState.js'
import { fault as faultSchema } from '../../schema/fault.js'
import { value } from '../../schema/schema.js'
import { transition } from '../moment/moment.js'
import type { RolesOf } from '../names/roles.js'
import { declare } from './internal/declare.js'
import type { StepWithVerb } from './internal/stepFile.js'

export type FaultStep = {
  type: 'fault'
  /** A name for a later `lift` step. */
  label?: string | undefined
  fault: Fault
}

export type FaultVerb = {
  /**
   * Makes requests fail, or answers them wrongly or late. Returns a function
   * that lifts the fault.
   *
   * @example
   * const lift = node.fault({ type: 'http', status: 429, times: 2 })
   */
  fault(fault: Fault): () => void
}

export const faultNames: RolesOf<FaultStep> = {
  label: 'label',
  fault: 'noName',
}

export const fault = {
  type: 'fault',
  fields: () => ({
    label: z.optional(value(values.nonEmptyText)),
    fault: faultSchema(),
  }),
  apply(moment, { fault, label }) {
    const { state, id } = addFault(moment.faults, fault, {
      since: moment.time,
      instant: moment.chain,
      label,
    })
    return { ...transition({ ...moment, faults: state }), result: id }
  },
  verb: {
    name: 'fault',
    parameter: faultSchema,
    toStep: (fault) => ({ fault }),
    call: (runtime, { fault }, apply) =>
      declare('fault', fault, runtime, apply),
    toJson: (lift, keep) => keep(lift),
  },
} as const satisfies StepWithVerb<FaultStep, FaultVerb, FaultId>
