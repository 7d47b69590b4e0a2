import { describe, expect, test } from 'vitest'
import { parseOptions } from '../../../src/node/options/parseOptions.js'
import { nextStepAt } from '../../../src/node/runtime/state/nodeState.js'
import { alice } from '../schema/refusal.js'

const { steps } = parseOptions({
  steps: [0, 0, 200, 200, 350].map((at, nonce) => ({
    at,
    type: 'setNonce',
    address: alice,
    nonce,
  })),
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
