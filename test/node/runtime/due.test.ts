import { describe, expect, test } from 'vitest'
import { parseOptions } from '../../../src/node/options/parseOptions.js'
import { due, nextStepAt } from '../../../src/node/runtime/moment/due.js'
import { alice } from '../schema/refusal.js'

const { timeline } = parseOptions({
  timeline: [0, 0, 200, 200, 350].map((at, nonce) => ({
    at,
    type: 'setNonce',
    address: alice,
    nonce,
  })),
})

describe('due', () => {
  test('default', () => {
    expect(due(timeline, 0, 0)).toEqual(timeline.slice(0, 2))
    expect(due(timeline, 2, 0)).toEqual([])
    expect(due(timeline, 2, 199)).toEqual([])
    expect(due(timeline, 2, 200)).toEqual(timeline.slice(2, 4))
    expect(due(timeline, 1, 1_000)).toEqual(timeline.slice(1))
    expect(due(timeline, 5, 1_000)).toEqual([])
    expect(due([], 0, 0)).toEqual([])
  })
})

describe('nextStepAt', () => {
  test('default', () => {
    expect([0, 2, 4, 5].map((at) => nextStepAt(timeline, at))).toEqual([
      0,
      200,
      350,
      undefined,
    ])
  })
})
