import { describe, expect, test } from 'vitest'
import { createTransaction } from '../../src/chain/model/createTransaction.js'
import type { PreconfirmParameters } from '../../src/chain/model/transaction.js'
import { alice, bob } from './intents.js'

const context = { chainId: 10, nonce: 4, baseFeePerGas: 50n }

const make = (parameters: Partial<PreconfirmParameters> = {}) =>
  createTransaction({ from: alice, to: bob, ...parameters }, context)

describe('createTransaction', () => {
  test('behavior: the highest fee is twice the base fee, and the tip on top', () => {
    expect(make({ maxPriorityFeePerGas: 7n }).maxFeePerGas).toBe(107n)
    expect(make({ maxFeePerGas: 7n }).maxFeePerGas).toBe(7n)
    expect(make({ type: 'legacy' }).gasPrice).toBe(100n)
  })

  test('behavior: gas is the gas used', () => {
    expect(make({ gasUsed: 40_000n }).gas).toBe(40_000n)
    expect(make({ gasUsed: 40_000n, gas: 50_000n }).gas).toBe(50_000n)
    expect(make({ gas: 50_000n }).script?.gasUsed).toBe(21_000n)
  })
})
