import * as z from 'zod/mini'
import * as values from '../../../base/validation/values.js'
import { setLag as setLagOf } from '../../../chain/intents/setLag.js'
import { value } from '../../schema/schema.js'
import { transition } from '../moment/transition.js'
import type { StepWithVerb } from './internal/stepFile.js'

/** Moves safe and finalized, which never move back. */
export type SetLagStep = { type: 'setLag' } & SetLagParameters

type SetLagParameters = {
  /** blocks behind latest */
  safe?: number | undefined
  /** blocks behind latest */
  finalized?: number | undefined
}

export type SetLagVerb = {
  /**
   * Moves `safe` and `finalized`, in blocks behind latest, from here on and
   * never back.
   *
   * @example
   * node.setLag({ safe: 2, finalized: 4 })
   *
   * @throws LagError when `finalized` were before `safe`.
   */
  setLag(parameters: SetLagParameters): void
}

export const setLag = {
  type: 'setLag',
  fields: () => ({
    safe: z.optional(value(values.natural)),
    finalized: z.optional(value(values.natural)),
  }),
  check({ safe, finalized }, refuse) {
    if (safe === undefined && finalized === undefined)
      refuse({
        given: 'a "setLag" without a lag',
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
    transition({ ...moment, chain: setLagOf(moment.chain, said) }),
  verb: { name: 'setLag' },
} as const satisfies StepWithVerb<SetLagStep, SetLagVerb>
