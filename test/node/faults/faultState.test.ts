import { describe, expect, test } from 'vitest'
import {
  addFault,
  liftFault,
  liftLabel,
  noFaults,
} from '../../../src/node/faults/faultState.js'
import { answers, ask, counters, declare, http, rpc } from './ask.js'

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
