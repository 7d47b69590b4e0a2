import { PresealError } from '../../base/errors/errors.js'
import type { Fault } from '../../index.js'
import { dateOf } from './platformClock.js'
import type { TransportRequest } from './transport.js'

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

/** ms for which the endpoint asks to be left alone (RFC 9110, 10.2.3). */
export function retryAfter(failures: readonly Failure[], now: number): number {
  const asked = failures.map((failure) => {
    const text = failure.type === 'http' && failure.headers?.['retry-after']
    if (!text) return 0
    const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : dateOf(text) - now
    return ms > 0 ? ms : 0
  })
  return Math.max(0, ...asked)
}
