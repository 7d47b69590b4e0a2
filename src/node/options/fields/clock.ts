import type { Clock } from '../../../base/clock/clock.js'
import { display } from '../../../base/hex/display.js'
import type { Result } from '../../../base/hex/parse.js'
import type { Dialect } from '../../../base/validation/amounts.js'
import { hint } from '../../../base/validation/problem.js'
import * as values from '../../../base/validation/values.js'
import {
  clockShape,
  isClock,
  type Validator,
} from '../../../base/validation/values.js'

export const clocks: {
  [dialect in Dialect]: Validator<'virtual' | 'ambient' | Clock>
} = {
  code: { check: checkAnyClock },
  json: values.oneOf('virtual', 'ambient'),
}

function checkAnyClock(given: unknown): Result<'virtual' | 'ambient' | Clock> {
  return given === 'virtual' || given === 'ambient' || isClock(given)
    ? { ok: true, value: given as 'virtual' | 'ambient' | Clock }
    : {
        ok: false,
        given: display(given),
        expected: `"virtual", "ambient", or ${clockShape}`,
        advice:
          typeof given === 'object'
            ? 'The fake timers of vi and jest are followed by "ambient".'
            : hint(given, ['virtual', 'ambient']),
      }
}
