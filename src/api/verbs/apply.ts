import { anyStepNow } from '../../node/runtime/script/anyStep.js'
import { act } from '../../node/runtime/steps/internal/act.js'
import type { StepFile } from '../../node/runtime/steps/internal/stepFile.js'
import {
  type StepNow,
  type StepVerbs,
  steps,
} from '../../node/runtime/steps/steps.js'
import { perDialect } from '../../node/schema/schema.js'
import type { Verb } from './verb.js'

export type ApplyVerb = {
  /**
   * Applies a step now, as its verb does: after the beat of this instant, if
   * there is one.
   *
   * @example
   * node.apply({ type: 'fault', label: 'outage', fault: { type: 'network' } })
   * node.apply({ type: 'lift', label: 'outage' })
   *
   * @param step - A step without `at`.
   * @returns The result of its verb: the hash of `preconfirm`, the report of
   * `importBlock`, the function that lifts a `fault`.
   * @throws the errors of its verb.
   */
  apply<type extends StepNow['type']>(
    step: { readonly type: type } & Extract<StepNow, { type: type }>,
  ): Applied<type>
}

/** The result of `node.apply` for a step of that type. */
type Applied<type> = type extends keyof StepVerbs
  ? ResultOf<ReturnType<StepVerbs[type]>>
  : undefined

type ResultOf<returned> = undefined extends returned ? undefined : returned

export const apply: Verb<StepNow> = {
  name: 'apply',
  parameter: perDialect(anyStepNow),
  call: (runtime, { type, ...said }) => act(runtime, steps[type], said),
  toJson(returned, keep, { type }) {
    const { verb }: StepFile = steps[type]
    return verb?.toJson === undefined ? returned : verb.toJson(returned, keep)
  },
}
