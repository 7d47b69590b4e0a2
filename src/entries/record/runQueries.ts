import type { Transport } from '../endpoint/index.js'
import { type Failure, kindOf } from '../endpoint/index.js'
import type { Query } from './queries.js'

/** How the requests of one method for one block ended. */
export type QueryStatus = {
  readonly method: string
  readonly block: string | undefined
  /** Undefined if at least one was answered. */
  readonly failure: Failure | undefined
}

/**
 * Sends the requests and hands each result to its query. Statuses are by method
 * and block, so that one answered account stands for all.
 */
export async function runQueries(
  transport: Transport,
  queries: readonly Query[],
): Promise<QueryStatus[]> {
  const replies = await transport(queries.map(({ request }) => request))
  const statuses = new Map<string, QueryStatus>()
  for (const [index, { request, block, take }] of queries.entries()) {
    const reply = replies[index] ?? { type: 'network' }
    const isAnswered = reply.type === 'result' && reply.value !== null
    if (isAnswered) take(reply.value)
    const { method } = request
    const key = subjectOf({ method, block })
    const failure =
      reply.type === 'result' ? ({ type: 'null' } as const) : reply
    const first = statuses.get(key)
    if (isAnswered) statuses.set(key, { method, block, failure: undefined })
    else if (first === undefined) statuses.set(key, { method, block, failure })
  }
  return [...statuses.values()]
}

export function subjectOf({
  method,
  block,
}: Pick<QueryStatus, 'method' | 'block'>): string {
  return block === undefined ? method : `${method} ${block}`
}

/** How all of them failed, if they failed in the same way. */
export function commonFailure(
  statuses: readonly QueryStatus[],
): Failure | undefined {
  const [first] = statuses
  const failure = first?.failure
  return failure !== undefined &&
    statuses.every(
      (one) => one.failure && kindOf(one.failure) === kindOf(failure),
    )
    ? failure
    : undefined
}
