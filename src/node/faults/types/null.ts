import type { FaultType } from './faultType.js'

/** The answer is null instead of a value. The request is executed. */
export type NullFault = { readonly type: 'null' }

export const nullType: FaultType<NullFault> = {
  type: 'null',
  fields: {},
  stages: ['zeroed', 'answered'],
  effect: {
    type: 'answer',
    // An error stays one, even if a handler promised a value.
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
