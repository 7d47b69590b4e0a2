import { display } from '../../../base/hex/display.js'
import type { Dialect } from '../../../base/validation/amounts.js'
import type { Validator } from '../../../base/validation/values.js'
import { type Fork, forkBrand } from '../../../chain/fork/fork.js'

/** Kept as it is: whoever read the record has judged it. */
export const forks: { readonly [dialect in Dialect]: Validator<Fork> } = {
  code: {
    check: (given) =>
      isFork(given)
        ? { ok: true, value: given }
        : {
            ok: false,
            given: display(given),
            expected: 'the record of a fork that "parseFork" has read',
            advice:
              'Write fork: parseFork(text), with parseFork of "preseal/fork".',
          },
  },
  json: {
    json: { not: {} },
    check: (given) => ({
      ok: false,
      given: display(given),
      expected: 'nothing, as a record is a file of its own',
      advice: forkAdvice,
    }),
  },
}

export const forkAdvice =
  'Give it to the node: createMockNode({ ...scenario, fork }).'

function isFork(given: unknown): given is Fork {
  return (
    typeof given === 'object' &&
    given !== null &&
    (given as Partial<Fork>)[forkBrand] === true
  )
}
