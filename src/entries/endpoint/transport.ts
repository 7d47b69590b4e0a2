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
