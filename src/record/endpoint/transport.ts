import type { Failure } from './failure.js'

export type TransportRequest = {
  readonly method: string
  readonly params: readonly unknown[]
}

export type TransportReply = { type: 'result'; value: unknown } | Failure

/**
 * Puts requests to the endpoint, together where it takes that; the replies come
 * in the order of the requests.
 *
 * @throws UnexpectedAnswerError for what is no answer at all.
 */
export type Transport = (
  requests: readonly TransportRequest[],
) => Promise<readonly TransportReply[]>
