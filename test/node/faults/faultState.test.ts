import { describe, expect, test } from 'vitest'
import {
  addFault,
  isActive,
  liftFault,
  liftLabel,
  noFaults,
} from '../../../src/node/faults/faultState.js'
import { countRequest, judgeRequest } from '../../../src/node/faults/judge.js'
import { answers, ask, counters, declare, http, method, rpc } from './ask.js'

describe('faultState', () => {
  test('a snapshot is a value: what comes later does not change it', () => {
    const snapshot = declare([{ ...http, times: 1 }])
    const later = addFault(ask(snapshot).state, rpc).state
    expect(counters(snapshot)).toEqual([{ passed: 0, affected: 0 }])
    expect(answers(later, 1)).toEqual(['rpc'])
    expect(answers(snapshot, 2)).toEqual(['http', 'answered'])
  })

  test('lifting takes one declaration back, however equal another is', () => {
    const one = addFault(noFaults(), http)
    const two = addFault(one.state, http)
    const left = liftFault(two.state, one.id)
    expect([isActive(left, one.id), isActive(left, two.id)]).toEqual([
      false,
      true,
    ])
    expect(liftFault(left, one.id)).toBe(left)
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

  test('what was lifted meanwhile is not counted', () => {
    const { state, id } = addFault(noFaults(), http)
    const verdict = judgeRequest(state, {
      method,
      reads: 'block',
      block: undefined,
      now: 0,
    })
    expect(countRequest(liftFault(state, id), verdict, 'asked').active).toEqual(
      [],
    )
  })
})
describe('hold', () => {
  test('no answer until lifted', () => {
    const { state, id } = addFault(noFaults(), { type: 'hold', times: 1 })
    const { decision } = judgeRequest(state, {
      method,
      reads: 'block',
      block: undefined,
      now: 0,
    })
    expect(decision?.id).toBe(id)
    const held = ask(state).state
    expect(isActive(held, id)).toBe(true)
    expect(isActive(liftFault(held, id), id)).toBe(false)
  })

  test('a held request is neither late nor stale, and judged anew', () => {
    const { state, id } = addFault(
      declare([
        { type: 'delay', ms: 10, times: 1 },
        { type: 'stale', beats: 2, times: 1 },
      ]),
      { type: 'hold' },
    )
    const held = ask(state)
    expect(held).toMatchObject({ answer: 'hold', delay: 0, stale: 0 })
    expect(ask(liftFault(held.state, id))).toMatchObject({
      answer: 'answered',
      delay: 10,
      stale: 2,
    })
  })
})
