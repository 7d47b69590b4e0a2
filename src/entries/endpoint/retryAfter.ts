import type { Failure } from './failure.js'
import { dateOf } from './platformClock.js'

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
