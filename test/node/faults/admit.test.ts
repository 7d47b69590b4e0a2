import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../src/node/faults/endpoint.js'
import {
  type FaultState,
  noFaults,
} from '../../../src/node/faults/faultState.js'
import { admit } from '../../../src/node/faults/judge.js'

const statusOf = (state: FaultState, method: string, now = 0) => {
  const { refusal } = admit(state, method, now)
  return refusal?.type === 'http' ? refusal.status : refusal?.type
}

/** The HTTP statuses of requests at those instants, one after the other. */
function statuses(
  endpoint: Endpoint,
  ...asked: [at: number, method?: string][]
) {
  let state = noFaults(endpoint)
  return asked.map(([at, method = 'eth_chainId']) => {
    const status = statusOf(state, method, at)
    state = admit(state, method, at).state
    return status
  })
}

describe('admit', () => {
  test('default: a dedicated endpoint lets everything through', () => {
    const state = noFaults()
    expect(admit(state, 'eth_getBlockReceipts', 0)).toEqual({
      state,
      refusal: undefined,
    })
    expect(admit(state, 'eth_foo', 0).state).toBe(state)
  })

  test('default: a public one lets through what public nodes serve', () => {
    const state = noFaults('public')
    const served = [
      'eth_call',
      'eth_getBalance',
      'eth_getLogs',
      'eth_sendRawTransaction',
      // Wallets answer these themselves.
      'eth_requestAccounts',
      'wallet_switchEthereumChain',
    ]
    const refused = ['eth_getBlockReceipts', 'debug_traceBlock', 'eth_foo', '']
    expect(served.map((method) => statusOf(state, method))).toEqual(
      served.map(() => undefined),
    )
    expect(refused.map((method) => statusOf(state, method))).toEqual(
      refused.map(() => 403),
    )
    expect(admit(state, 'eth_foo', 0).state).toBe(state)
  })

  test('options: allow', () => {
    const endpoint = { allow: ['eth_chainId', 'toString'] }
    expect(
      statuses(endpoint, [0], [0, 'eth_call'], [0, 'toString'], [0, 'valueOf']),
    ).toEqual([undefined, 403, undefined, 403])
    expect(statuses({ allow: [] }, [0])).toEqual([403])
  })

  test('options: rate, in windows that begin anew', () => {
    const endpoint = { rate: { requests: 2, per: 1_000 } }
    expect(
      statuses(endpoint, [0], [999], [999], [999], [1_000], [1_500], [1_999]),
    ).toEqual([undefined, undefined, 429, 429, undefined, undefined, 429])
    // As in a limiter of fixed windows, twice as many in a short time.
    expect(statuses(endpoint, [999], [999], [1_000], [1_000])).toEqual(
      Array(4).fill(undefined),
    )
    expect(statuses(endpoint, [0], [0], [60_000], [60_000], [60_001])).toEqual([
      ...Array(4).fill(undefined),
      429,
    ])
  })

  test('options: rate and allow, where a refused method counts too', () => {
    const endpoint = { allow: [], rate: { requests: 2, per: 10 } }
    expect(statuses(endpoint, [0], [0], [0], [10])).toEqual([
      403, 403, 429, 403,
    ])
  })

  test('behavior: a state is a value', () => {
    const state = noFaults({ rate: { requests: 1, per: 1_000 } })
    const once = admit(state, 'eth_chainId', 0).state
    expect(statusOf(once, 'eth_chainId')).toBe(429)
    expect(statusOf(state, 'eth_chainId')).toBe(undefined)
    expect(admit(once, 'eth_chainId', 0).state).toBe(once)
  })
})
