import { display } from '../../../base/hex/display.js'
import type { Dialect } from '../../../base/validation/amounts.js'
import { isFunction, type Validator } from '../../../base/validation/values.js'
import type { Engine } from '../../../engine/engine.js'

/** Kept as it is: an engine is its function. */
export const engines: { readonly [dialect in Dialect]: Validator<Engine> } = {
  code: {
    check: (given) =>
      isEngine(given)
        ? { ok: true, value: given }
        : {
            ok: false,
            given: display(given),
            expected: 'an engine, an object with the function "execute"',
            advice: isFunction(given)
              ? 'Call it: write engine: evm(), with evm of "preseal/evm".'
              : 'Write engine: evm(), with evm of "preseal/evm".',
          },
  },
  json: {
    json: { not: {} },
    check: (given) => ({
      ok: false,
      given: display(given),
      expected: 'nothing, as JSON holds no function',
      advice: engineAdvice,
    }),
  },
}

export const engineAdvice =
  'Give it to the node: createMockNode({ ...scenario, engine }).'

function isEngine(given: unknown): given is Engine {
  try {
    return isFunction((given as { execute?: unknown } | null)?.execute)
  } catch {
    return false
  }
}
