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
