import type { FaultId } from '../../faults/faultState.js'
import { addRule } from '../../faults/inclusion.js'
import type { InclusionRule } from '../../faults/inclusionRule.js'
import { inclusion as inclusionSchema } from '../../schema/inclusion.js'
import { transition } from '../moment/moment.js'
import type { RolesOf } from '../names/roles.js'
import { declare } from './internal/declare.js'
import type { StepWithVerb } from './internal/stepFile.js'

export type InclusionStep = { type: 'inclusion'; rule: InclusionRule }

export type InclusionVerb = {
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

export const inclusionNames: RolesOf<InclusionStep> = {
  rule: { label: 'label' },
}

export const inclusion = {
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
