import type { Fault } from '../../index.js'

/** Why a request has no answer, as a fault of a scenario. */
export type Failure = Extract<
  Fault,
  { type: 'http' | 'rpc' | 'null' | 'network' | 'hold' }
>

/**
 * The key by which two failures become one fault. Bodies, headers and numbers
 * in messages differ from request to request.
 */
export function kindOf(failure: Failure): string {
  switch (failure.type) {
    case 'http':
      return `http ${failure.status}`
    case 'rpc':
      return `rpc ${failure.code} ${failure.message.replace(/0x[0-9a-f]*|\d+/gi, '#')}`
    default:
      return failure.type
  }
}

/** A failure in a message. */
export function displayFailure(failure: Failure): string {
  switch (failure.type) {
    case 'http':
      return `HTTP status ${failure.status}`
    case 'rpc':
      return `the error ${failure.code} ${JSON.stringify(failure.message)}`
    case 'null':
      return 'null'
    case 'network':
      return 'no connection'
    case 'hold':
      return 'nothing in time'
  }
}

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
