import type { FaultType } from './faultType.js'

/** The answer is null in the place of a value; what is asked is done. */
export type NullFault = { readonly type: 'null' }

export const nullType: FaultType<NullFault> = {
  type: 'null',
  fields: {},
  stages: ['zeroed', 'answered'],
  effect: {
    type: 'answer',
    // An error stays one, also where a handler promised a value.
    answer: (_, ran) =>
      ran?.type === 'result'
        ? {
            type: 'result',
            value: ran.value instanceof Promise ? ran.value.then(nil) : null,
          }
        : (ran ?? { type: 'result', value: null }),
  },
}

const nil = () => null
