import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { addFault, noFaults } from '../../../src/node/faults/faultState.js'
import type { Fault } from '../../../src/node/faults/faultTypes.js'
import { judgeRequest } from '../../../src/node/faults/judge.js'
import { answers, ask, counters, declare, http, method, rpc } from './ask.js'

describe('judgeRequest', () => {
  test('default', () => {
    expect(ask(declare([http]))).toMatchObject({ answer: 'http', delay: 0 })
    expect(ask(noFaults())).toMatchObject({ answer: 'answered', delay: 0 })
  })

  test('behavior: without faults every verdict is the same frozen value', () => {
    const one = judgeRequest(noFaults(), {
      method,
      reads: 'block',
      block: undefined,
      now: 0,
    })
    const other = judgeRequest(declare([{ ...http, methods: [] }]), {
      method,
      reads: 'block',
      block: 'latest',
      now: 9,
    })
    expect(one).toBe(other)
    expect(Object.isFrozen(one)).toBe(true)
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

  test('`after` counts matching requests let through first, `times` requests then affected', () => {
    const state = declare([{ ...http, skip: 2, times: 3 }])
    expect(answers(state, 7)).toEqual([
      'answered',
      'answered',
      'http',
      'http',
      'http',
      'answered',
      'answered',
    ])
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

  test('`block`: hex normalised', () => {
    const state = declare([{ ...http, block: '0xAB' }])
    expect(ask(state, { block: '0xab' }).answer).toBe('http')
    expect(ask(state, { block: '0xabc' }).answer).toBe('answered')
    const hash = `0x${'aB'.repeat(32)}` as const
    expect(
      ask(declare([{ ...http, block: hash }]), { block: hash.toLowerCase() })
        .answer,
    ).toBe('http')
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
  test('delays add up', () => {
    const state = declare([
      { type: 'delay', ms: 100 },
      http,
      { type: 'delay', ms: 50 },
      { type: 'delay', ms: 7, methods: ['eth_call'] },
    ])
    expect(ask(state)).toMatchObject({ answer: 'http', delay: 150 })
  })

  test('the last `stale` holds', () => {
    const state = declare([
      { type: 'stale', beats: 3 },
      { type: 'stale', beats: 1 },
      { type: 'stale', beats: 9, until: 0 },
    ])
    expect(ask(state).stale).toBe(1)
    expect(counters(ask(state).state)).toEqual([
      { passed: 0, affected: 0 },
      { passed: 0, affected: 1 },
      { passed: 0, affected: 0 },
    ])
  })

  test('the last `stale` holds once it has let its requests through', () => {
    const first = declare([
      { type: 'stale', beats: 3 },
      { type: 'stale', beats: 1, skip: 1 },
    ])
    const then = ask(first)
    const last = ask(then.state)
    expect([then.stale, last.stale]).toEqual([3, 1])
    expect(counters(last.state)).toEqual([
      { passed: 0, affected: 1 },
      { passed: 0, affected: 1 },
    ])
  })

  test('of http, network, hang, rpc and null the first declared decides', () => {
    const all: Fault[] = [
      http,
      { type: 'network' },
      { type: 'hold' },
      rpc,
      { type: 'null' },
    ]
    for (const fault of all) {
      const others = all.filter(({ type }) => type !== fault.type)
      const { answer, state } = ask(declare([fault, ...others]))
      expect(answer).toBe(fault.type)
      expect(counters(state).map(({ affected }) => affected)).toEqual([
        1, 0, 0, 0, 0,
      ])
    }
  })

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

  test('a block that is missing is an error, whichever faults let it through', async () => {
    const node = createMockNode({
      faults: [{ type: 'http', status: 503, skip: 1 }],
    })
    const balance = node.provider.request({
      method: 'eth_getBalance',
      params: [`0x${'a'.repeat(40)}`, '0x64'],
    })
    await expect(balance).rejects.toThrow('block not found')
  })
})
