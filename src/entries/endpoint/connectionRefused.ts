import type { Failure } from './failure.js'

/** Nothing listens at the port, or no host has the name. */
const codes = ['ECONNREFUSED', 'ENOTFOUND']

/** A fault in a scenario is `network`, whatever the reason was. */
const refused = new WeakSet<Failure>()

/** Why a request has no answer if no connection lasted. */
export function noConnection(error: unknown): Failure {
  const failure: Failure = { type: 'network' }
  const { code } = Object(Object(error).cause) as { code?: unknown }
  if (codes.includes(`${code}`)) refused.add(failure)
  return failure
}

/** Whether nobody is there, so that the URL is wrong rather than the moment. */
export function isConnectionRefused(failure: Failure): boolean {
  return refused.has(failure)
}
