import * as values from '../../../base/validation/values.js'
import { value } from '../../schema/schema.js'
import { transition } from '../moment/transition.js'
import type { StepWithVerb } from './internal/stepFile.js'

/** The open block is sealed later than it was due. */
export type DelaySealStep = { type: 'delaySeal' } & DelaySealParameters

type DelaySealParameters = {
  /** ms */
  ms: number
}

export type DelaySealVerb = {
  /**
   * Has the open block sealed later than it was due.
   *
   * @example
   * node.delaySeal({ ms: 400 })
   */
  delaySeal(parameters: DelaySealParameters): void
}

export const delaySeal = {
  type: 'delaySeal',
  fields: () => ({ ms: value(values.positive) }),
  apply(moment, { ms }) {
    const { plan } = moment
    return transition({ ...moment, plan: { ...plan, delay: plan.delay + ms } })
  },
  verb: { name: 'delaySeal' },
} as const satisfies StepWithVerb<DelaySealStep, DelaySealVerb>
