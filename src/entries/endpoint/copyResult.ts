import { readJson } from '../../base/validation/read.js'
import { unexpectedAnswer } from './endpointError.js'
import type { TransportRequest } from './transport.js'

/** A copy of the endpoint's JSON. */
export type RecordedResult = {
  readonly value: unknown
  /** The same as text, by which two are compared. */
  readonly text: string
}

/** UTF-16 units of one answer; a full block with logs has some megabytes. */
export const longestResult = 2 ** 26

/**
 * @throws EndpointError for what JSON cannot hold, for too much, and for
 * a key that would be a prototype.
 */
export function copyResult(
  given: unknown,
  request: TransportRequest,
): RecordedResult {
  const value = readJson(given, ({ given, expected }) => {
    throw unexpectedAnswer(request, given, expected)
  })
  const text = JSON.stringify(value)
  if (text.length > longestResult)
    throw unexpectedAnswer(
      request,
      `${text.length} characters`,
      `at most ${longestResult}`,
    )
  // Quotes within a string are escaped, so that this is a key.
  if (text.includes('"__proto__":'))
    throw unexpectedAnswer(request, 'a key __proto__', 'none')
  return { text, value }
}
