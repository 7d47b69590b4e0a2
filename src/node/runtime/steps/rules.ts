import * as z from 'zod/mini'
import * as values from '../../../base/validation/values.js'
import type { Fault } from '../../faults/fault.js'
import {
  addFault,
  type FaultId,
  liftFault,
  liftLabel,
} from '../../faults/faultState.js'
import { addRule } from '../../faults/inclusion.js'
import type { InclusionRule } from '../../faults/inclusionRule.js'
import { fault as faultSchema } from '../../schema/fault.js'
import { inclusion as inclusionSchema } from '../../schema/inclusion.js'
import { checkAhead } from '../../schema/parseParameters.js'
import { value } from '../../schema/schema.js'
import type { Runtime } from '../cell/runtime.js'
import { transition } from '../moment/moment.js'
import type { StepFile, StepWithVerb } from './stepFile.js'

/**
 * Declares a fault or a rule until it is lifted; returns a function that lifts
 * it.
 */
function declare(
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

type InclusionStep = { type: 'inclusion'; rule: InclusionRule }

type InclusionVerb = {
  /**
   * Adds a rule for transactions that arrive by request: they are included
   * late, never, or only to be dropped. The first matching rule is applied on
   * arrival. Returns a function that lifts the rule.
   *
   * @example
   * node.inclusion({ type: 'delay', beats: 2, match: { from: alice }, times: 1 })
   */
  inclusion(rule: InclusionRule): () => void
}

const inclusion = {
  type: 'inclusion',
  fields: () => ({ rule: inclusionSchema() }),
  apply(moment, { rule }) {
    const { state, id } = addRule(moment.faults, rule)
    return { ...transition({ ...moment, faults: state }), result: id }
  },
  verb: {
    name: 'inclusion',
    parameter: inclusionSchema,
    toStep: (rule) => ({ rule }),
    call: (runtime, { rule }, apply) =>
      declare('inclusion', rule, runtime, apply),
    toJson: (lift, keep) => keep(lift),
  },
} as const satisfies StepWithVerb<InclusionStep, InclusionVerb, FaultId>

export type LiftStep = { type: 'lift'; label: string }

export const lift = {
  type: 'lift',
  fields: () => ({ label: value(values.nonEmptyText) }),
  apply: (moment, { label }) =>
    transition({ ...moment, faults: liftLabel(moment.faults, label) }),
} as const satisfies StepFile<LiftStep>

export type RuleSteps = FaultStep | InclusionStep | LiftStep

export type RuleVerbs = FaultVerb & InclusionVerb

export const ruleActs = { fault, inclusion, lift }
