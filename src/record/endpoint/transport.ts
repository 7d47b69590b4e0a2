import type { Failure } from './failure.js'

export type Call = {
  readonly method: string
  readonly params: readonly unknown[]
}

export type Reply = { type: 'result'; value: unknown } | Failure

/**
 * Puts requests to the endpoint, together where it takes that; the replies come
 * in the order of the calls.
 *
 * @throws UnexpectedAnswerError for what is no answer at all.
 */
export type Ask = (calls: readonly Call[]) => Promise<readonly Reply[]>
