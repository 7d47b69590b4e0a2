import type { Counted, FaultState } from './faultState.js'
import type { HttpFault } from './faultTypes.js'

const notAllowed: HttpFault = { type: 'http', status: 403 }
const tooMany: HttpFault = { type: 'http', status: 429 }

/**
 * Says whether the endpoint refuses a request, and counts it. As in proxyd's
 * in-memory limiter, consecutive windows of time have a count each, in which
 * refused requests count too.
 */
export function admit(
  state: FaultState,
  method: string,
  now: number,
): { state: FaultState; refusal: HttpFault | undefined } {
  const { allow, rate } = state.endpoint
  const refusal =
    allow === undefined || allow.has(method) ? undefined : notAllowed
  if (rate === undefined) return { state, refusal }
  const window = Math.floor(now / rate.per)
  const requests = requestsIn(window, state.counted)
  if (requests >= rate.requests) {
    const { retryAfter } = rate
    const headers = { 'retry-after': `${retryAfter}` }
    return {
      state,
      refusal: retryAfter === undefined ? tooMany : { ...tooMany, headers },
    }
  }
  return {
    state: { ...state, counted: { window, requests: requests + 1 } },
    refusal,
  }
}

function requestsIn(window: number, counted: Counted): number {
  return counted.window === window ? counted.requests : 0
}
