import { PresealError } from '../../errors.js'
import { readJson } from '../../validation/read.js'
import type { Call } from './transport.js'

/** JSON of the endpoint, out of its reach. */
export type Answer = {
  readonly value: unknown
  /** The same as text, by which two answers compare. */
  readonly text: string
}

/** UTF-16 units of one answer; a full block with logs has some megabytes. */
export const longestAnswer = 2 ** 26

/**
 * @throws UnexpectedAnswerError for what JSON cannot hold, for too much, and for
 * a key that would be a prototype.
 */
export function copyAnswer(given: unknown, call: Call): Answer {
  const value = readJson(given, ({ given, expected }) => {
    throw new UnexpectedAnswerError(call, given, expected)
  })
  const text = JSON.stringify(value)
  if (text.length > longestAnswer)
    throw new UnexpectedAnswerError(
      call,
      `${text.length} characters`,
      `at most ${longestAnswer}`,
    )
  // Quotes within a string are escaped, so that this is a key.
  if (text.includes('"__proto__":'))
    throw new UnexpectedAnswerError(call, 'a key __proto__', 'none')
  return { text, value }
}

/** Thrown where the endpoint answers what no node answers. */
export class UnexpectedAnswerError extends PresealError {
  override readonly name = 'UnexpectedAnswerError'

  constructor({ method, params }: Call, given: string, expected: string) {
    super(
      `The endpoint answered ${method}(${params.map((one) => JSON.stringify(one)).join(', ')}) with ${given}, expected ${expected}. Record an endpoint of an EVM chain.`,
    )
  }
}
