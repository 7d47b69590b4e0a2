import * as z from 'zod/mini'
import * as values from '../../../base/validation/values.js'
import { setFinalityLag as moveLag } from '../../../chain/intents/setFinalityLag.js'
import { value } from '../../schema/schema.js'
import { transition } from '../moment/moment.js'
import type { StepWithVerb } from './internal/stepFile.js'

/** Changes how far `safe` and `finalized` are behind; they never move back. */
export type SetFinalityLagStep = {
  type: 'setFinalityLag'
} & SetFinalityLagParameters

type SetFinalityLagParameters = {
  /** blocks behind latest */
  safe?: number | undefined
  /** blocks behind latest */
  finalized?: number | undefined
}

export type SetFinalityLagVerb = {
  /**
   * Changes how many blocks `safe` and `finalized` are behind latest, from now
   * on. They never move back.
   *
   * @example
   * node.setFinalityLag({ safe: 2, finalized: 4 })
   *
   * @throws ChainRuleError when `finalized` would be ahead of `safe`.
   */
  setFinalityLag(parameters: SetFinalityLagParameters): void
}

export const setFinalityLag = {
  type: 'setFinalityLag',
  fields: () => ({
    safe: z.optional(value(values.natural)),
    finalized: z.optional(value(values.natural)),
  }),
  check({ safe, finalized }, refuse) {
    if (safe === undefined && finalized === undefined)
      refuse({
        given: 'a "setFinalityLag" without a lag',
        expected: '"safe", "finalized" or both',
      })
    if (safe !== undefined && finalized !== undefined && finalized < safe)
      refuse({
        path: ['finalized'],
        given: `${finalized}`,
        expected: `at least "safe", which is ${safe}`,
      })
  },
  json: { anyOf: [{ required: ['safe'] }, { required: ['finalized'] }] },
  apply: (moment, said) =>
    transition({ ...moment, chain: moveLag(moment.chain, said) }),
  verb: { name: 'setFinalityLag' },
} as const satisfies StepWithVerb<SetFinalityLagStep, SetFinalityLagVerb>
