import { PresealError } from '../errors/errors.js'
import { display } from '../hex/display.js'
import type { TimeVerb } from './clock.js'

/** Refuses what would exceed the whole ms that a number can hold. */
export function checkDuration(
  ms: number,
  elapsed: number,
  verb: TimeVerb | 'settle',
) {
  if (Number.isSafeInteger(ms) && ms >= 0 && Number.isSafeInteger(elapsed + ms))
    return
  throw new InvalidDurationError(
    `${verb} moves the clock by a whole number of ms from 0 to ${Number.MAX_SAFE_INTEGER - elapsed}, and cannot move it by ${display(ms)}.`,
  )
}

/** Thrown for an invalid duration. */
class InvalidDurationError extends PresealError {
  override readonly name = 'InvalidDurationError'
}
