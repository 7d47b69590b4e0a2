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

  test('options: allow', () => {
    const endpoint = { allow: ['eth_chainId', 'toString'] }
    expect(
      statuses(endpoint, [0], [0, 'eth_call'], [0, 'toString'], [0, 'valueOf']),
    ).toEqual([undefined, 403, undefined, 403])
    expect(statuses({ allow: [] }, [0])).toEqual([403])
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
