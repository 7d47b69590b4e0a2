import { PresealError } from '../errors/errors.js'
import { type Problem, toOptionSentences, toSentences } from './problem.js'

/** @param asked - The name of the function that was given the options. */
export function invalidOptions(
  asked: string,
  problems: readonly Problem[],
): PresealError<'InvalidOptionsError'> {
  return new PresealError(
    'InvalidOptionsError',
    `${asked}: ${toOptionSentences(problems)}`,
    { problems },
  )
}

/**
 * The error of a function for parameters that are wrong.
 *
 * @param asked - The name of the function.
 * @param subject - What an argument that is no object is called.
 */
export function invalidParameters(
  asked: string,
  problems: readonly Problem[],
  subject?: string,
): PresealError<'InvalidParametersError'> {
  const whole = subject === undefined ? 'its argument' : `"${subject}"`
  return new PresealError(
    'InvalidParametersError',
    `${asked}: ${toSentences(problems, ({ path }) => (path === '' ? whole : `"${path}"`))}`,
    { problems },
  )
}

/** The error of a function for an argument as a whole. */
export function invalidArgument(
  asked: string,
  given: string,
  expected: string,
  advice?: string,
): PresealError<'InvalidParametersError'> {
  const sentence = `${asked} was given ${given}, expected ${expected}.`
  return new PresealError(
    'InvalidParametersError',
    advice === undefined ? sentence : `${sentence} ${advice}`,
    { problems: [{ path: '', given, expected, advice }] },
  )
}
