import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../src/node/faults/endpoint.js'
import {
  addFault,
  type FaultState,
  liftFault,
  liftLabel,
  noFaults,
} from '../../../src/node/faults/faultState.js'
import { type Fault, httpOutcome } from '../../../src/node/faults/faultTypes.js'
import { admit, judgeRequest } from '../../../src/node/faults/judge.js'
import { says } from '../../says.js'
import { refusal } from '../schema/refusal.js'
import { answers, ask, counters, declare, http, method, rpc } from './ask.js'

describe('judgeRequest', () => {
  test('default', () => {
    expect(ask(declare([http]))).toMatchObject({ answer: 'http', delay: 0 })
    expect(ask(noFaults())).toMatchObject({ answer: 'answered', delay: 0 })
  })

  test('behavior: judging counts nothing', () => {
    const state = declare([{ ...http, skip: 1, times: 1 }])
    judgeRequest(state, { method, reads: 'block', block: undefined, now: 0 })
    expect(counters(state)).toEqual([{ passed: 0, affected: 0 }])
  })

  test('behavior: the verdict carries the fault as declared', () => {
    const fault: Fault = { type: 'http', status: 418, body: 'tea' }
    const { state, id } = addFault(noFaults(), fault)
    expect(
      judgeRequest(state, { method, reads: 'block', block: undefined, now: 0 })
        .decision,
    ).toEqual({ fault, id })
  })
})

describe('match', () => {
  test('methods: only those named', () => {
    const state = declare([{ ...http, methods: ['eth_call', method] }])
    expect(ask(state).answer).toBe('http')
    expect(ask(state, { method: 'eth_chainId' }).answer).toBe('answered')
  })

  test('`after` and `times` leave requests that do not match uncounted', () => {
    const start = declare([{ ...http, methods: [method], skip: 1, times: 1 }])
    const { state } = ask(start, { method: 'eth_call' })
    expect(state).toBe(start)
  })

  test('`from ≤ now < until` in ms of `node.now`', () => {
    const state = declare([{ ...http, since: 200, until: 400 }])
    expect(
      [199, 200, 399, 400].map((now) => ask(state, { now }).answer),
    ).toEqual(['answered', 'http', 'http', 'answered'])
  })

  test('`block` matches the selector as it was asked for, not resolved', () => {
    const state = declare([{ ...http, block: 'pending' }])
    expect(
      ['pending', 'latest', '0x1', undefined].map(
        (block) => ask(state, { block }).answer,
      ),
    ).toEqual(['http', 'answered', 'answered', 'answered'])
  })

  test('`block`: a request with malformed parameters does not match it', () => {
    const ends = 'malformed'
    expect(ask(declare([http]), { ends }).answer).toBe('http')
    expect(ask(declare([{ ...http, block: 'pending' }]), { ends }).answer).toBe(
      ends,
    )
  })
})

describe('order', () => {
  test('the first declared decides, even where bad parameters keep it from acting', () => {
    const state = declare([rpc, http])
    expect(ask(state, { ends: 'malformed' })).toMatchObject({
      answer: 'malformed',
      state,
    })
  })

  test('one that lets a request through leaves it to the next', () => {
    const state = declare([{ ...rpc, skip: 1 }, { type: 'null' }])
    expect(answers(state, 3)).toEqual(['null', 'rpc', 'rpc'])
  })

  test('one that is used up leaves requests to the next', () => {
    const state = declare([
      { ...http, times: 1 },
      { type: 'network', times: 1 },
    ])
    expect(answers(state, 3)).toEqual(['http', 'network', 'answered'])
  })
})

describe('faultState', () => {
  test('a snapshot is a value: what comes later does not change it', () => {
    const snapshot = declare([{ ...http, times: 1 }])
    const later = addFault(ask(snapshot).state, rpc).state
    expect(counters(snapshot)).toEqual([{ passed: 0, affected: 0 }])
    expect(answers(later, 1)).toEqual(['rpc'])
    expect(answers(snapshot, 2)).toEqual(['http', 'answered'])
  })

  test('lifting what a snapshot has undone lifts nothing else', () => {
    const snapshot = noFaults()
    const undone = addFault(snapshot, http)
    const { state } = addFault(snapshot, rpc)
    expect(liftFault(state, undone.id)).toBe(state)
  })

  test('lifting by label', () => {
    let { state } = addFault(noFaults(), { ...http, label: 'outage' })
    state = addFault(state, { ...rpc, label: 'other' }).state
    state = addFault(state, { ...http, label: 'outage' }).state
    expect(answers(liftLabel(state, 'outage'), 1)).toEqual(['rpc'])
    expect(liftLabel(state, 'none')).toBe(state)
  })
})

const dropped = (...methods: string[]) =>
  createMockNode({ faults: [{ type: 'socket', messages: 'dropped', methods }] })

describe('methods of a socket fault', () => {
  test('default: answers by their method, and notifications', () => {
    for (const method of ['eth_subscription', 'eth_call', 'wallet_ours'])
      expect(() => dropped(method)).not.toThrow()
  })

  test('error: a slip, or the name of a subscription', () => {
    expect(
      [
        'eth_subscribtion',
        'eth_subsription',
        'newHeads',
        'shreds',
        'eth_cal',
      ].map((name) => refusal(() => dropped(name))),
    ).toEqual(
      [
        'InvalidParametersError … "faults[0].methods[0]" … Write',
        'InvalidParametersError … "faults[0].methods[0]" … Write',
        'InvalidParametersError … "faults[0].methods[0]" … Write',
        'InvalidParametersError … "faults[0].methods[0]" … Write',
        'InvalidParametersError … "faults[0].methods[0]" … Write "eth_call".',
      ].map(says),
    )
  })

  test('error: no request asks what messages are called', () => {
    expect(
      (['eth_subscription', 'newHeads'] as const).map((name) =>
        refusal(() =>
          createMockNode({ faults: [{ type: 'null', methods: [name] }] }),
        ),
      ),
    ).toEqual(
      [
        'InvalidParametersError … "faults[0].methods[0]" … Write "eth_subscribe".',
        'InvalidParametersError … "faults[0].methods[0]" … Write "eth_subscribe".',
      ].map(says),
    )
  })
})

describe('decidingAt and count', () => {
  const ends = ['malformed', 'unknown', 'failed', 'answered'] as const
  const over = (fault: Fault) =>
    ends.map((end) => ask(declare([fault]), { ends: end }).answer)

  test('`rpc`: bad parameters still say so, an unknown method is answered', () => {
    expect(over(rpc)).toEqual(['malformed', 'rpc', 'rpc', 'rpc'])
  })

  test('`null` replaces the value after the method ran, so bad parameters still say so', () => {
    expect(over({ type: 'null' })).toEqual([
      'malformed',
      'unknown',
      'failed',
      'null',
    ])
  })

  test('only a request on which the fault would have acted is let through', () => {
    const start = declare([{ ...rpc, skip: 1, times: 1 }])
    const { state } = ask(start, { ends: 'malformed' })
    expect(answers(state, 3)).toEqual(['answered', 'rpc', 'answered'])
  })

  test('a fault behind the deciding one is neither counted nor let through', () => {
    const state = declare([
      { ...http, times: 1 },
      { ...rpc, skip: 1 },
    ])
    expect(answers(state, 3)).toEqual(['http', 'answered', 'rpc'])
  })

  test('a delay counts where another fault answers', () => {
    const { state } = ask(declare([{ type: 'delay', ms: 9 }, http]))
    expect(counters(state)).toEqual([
      { passed: 0, affected: 1 },
      { passed: 0, affected: 1 },
    ])
  })

  test('a stale chain that nobody read is not counted', () => {
    const { state } = ask(declare([{ type: 'stale', beats: 9 }, rpc]))
    expect(counters(state)).toEqual([
      { passed: 0, affected: 0 },
      { passed: 0, affected: 1 },
    ])
  })
})

test('a fault without `body` sends the row of its status, else an empty body', () => {
  expect(
    [400, 403, 413, 429, 500, 503, 504].map((status) => [
      status,
      httpOutcome({ type: 'http', status }).body,
    ]),
  ).toMatchInlineSnapshot(`
    [
      [
        400,
        "",
      ],
      [
        403,
        {
          "code": -32601,
          "message": "rpc method is not whitelisted",
        },
      ],
      [
        413,
        {
          "code": -32014,
          "message": "too many RPC calls in batch request",
        },
      ],
      [
        429,
        {
          "code": -32016,
          "message": "over rate limit",
        },
      ],
      [
        500,
        "",
      ],
      [
        503,
        {
          "code": -32011,
          "message": "no backend is currently healthy to serve traffic",
        },
      ],
      [
        504,
        {
          "code": -32015,
          "message": "gateway timeout",
        },
      ],
    ]
  `)
})

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
