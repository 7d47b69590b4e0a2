import { describe, expect, test } from 'vitest'
import { parseOptions } from '../../../src/node/options/parseOptions.js'
import { due, nextStepAt } from '../../../src/node/runtime/state/nodeState.js'
import { alice } from '../schema/refusal.js'

const { steps } = parseOptions({
  steps: [0, 0, 200, 200, 350].map((at, nonce) => ({
    at,
    type: 'setNonce',
    address: alice,
    nonce,
  })),
})

describe('due', () => {
  test('default', () => {
    expect(due(steps, 0, 0)).toEqual(steps.slice(0, 2))
    expect(due(steps, 2, 0)).toEqual([])
    expect(due(steps, 2, 199)).toEqual([])
    expect(due(steps, 2, 200)).toEqual(steps.slice(2, 4))
    expect(due(steps, 1, 1_000)).toEqual(steps.slice(1))
    expect(due(steps, 5, 1_000)).toEqual([])
    expect(due([], 0, 0)).toEqual([])
  })
})

describe('nextStepAt', () => {
  test('default', () => {
    expect([0, 2, 4, 5].map((at) => nextStepAt(steps, at))).toEqual([
      0,
      200,
      350,
      undefined,
    ])
  })
})
