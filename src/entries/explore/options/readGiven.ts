import { PresealError } from '../../../base/errors/errors.js'
import { display } from '../../../base/hex/display.js'
import {
  type FieldJudges,
  fitting,
  optional,
  readFields,
} from '../../../base/validation/fields.js'
import { toOptionSentences } from '../../../base/validation/problem.js'
import { isFunction, natural } from '../../../base/validation/values.js'

/** ms that an invariant allows for. */
export const window = optional(natural, undefined)

/** A function of the user's. */
export const callback = fitting<(value: unknown) => boolean>(
  isFunction,
  'a function of the watched value, such as (value) => value !== "0"',
)

/** The options of an invariant. @throws InvalidInvariantError */
export function readGiven<options extends object>(
  name: string,
  given: unknown,
  fields: FieldJudges<options>,
): options {
  checkCalled(name, given)
  const read = readFields(given, fields, 'an object')
  if (read.ok) return read.value
  const isObject = typeof given === 'object' && given !== null
  throw new InvalidInvariantError(
    isObject
      ? `${name}: ${toOptionSentences(read.problems)}`
      : `${name} was given ${display(given)}, expected an object { ${Object.keys(fields).join(', ')} }.`,
  )
}

/** @throws InvalidInvariantError */
export function checkGiven(
  name: string,
  given: unknown,
  isRight: boolean,
  expected: string,
): void {
  if (!isRight)
    throw new InvalidInvariantError(
      `${name} was given ${display(given)}, expected ${expected}.`,
    )
}

/** A run is no option: the factory itself stands in the list. */
export function checkCalled(name: string, given: unknown): void {
  const all = [given, ...Object.values(Object(given))]
  if (all.some((one) => typeof one === 'object' && 'timelines' in Object(one)))
    throw new InvalidInvariantError(
      `${name} was not called. Write ${name}(…) in the list of invariants.`,
    )
}

export class InvalidInvariantError extends PresealError {
  override readonly name = 'InvalidInvariantError'
}
