import { PresealError } from '../../base/errors/errors.js'
import { readJson } from '../../base/validation/read.js'
import type { Failure } from './failure.js'

export type TransportRequest = {
  readonly method: string
  readonly params: readonly unknown[]
}

export type TransportReply = { type: 'result'; value: unknown } | Failure

/**
 * Sends requests to the endpoint, as a batch if it takes one; the replies are
 * in the order of the requests.
 *
 * @throws EndpointError for what is not an answer at all.
 */
export type Transport = (
  requests: readonly TransportRequest[],
) => Promise<readonly TransportReply[]>

/** An answer that no node would give. */
export function unexpectedAnswer(
  { method, params }: TransportRequest,
  given: string,
  expected: string,
): PresealError<'EndpointError'> {
  return new PresealError(
    'EndpointError',
    `The endpoint answered ${method}(${params.map((one) => JSON.stringify(one)).join(', ')}) with ${given}, expected ${expected}. Record an endpoint of an EVM chain.`,
    { reason: 'answer' },
  )
}

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
