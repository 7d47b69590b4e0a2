import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { execute } from '../../src/chain/execution/execute.js'
import { createTransaction } from '../../src/chain/model/createTransaction.js'
import {
  changeAccounts,
  emptyState,
  readBalance,
} from '../../src/chain/model/state.js'
import type { PreconfirmParameters } from '../../src/chain/model/transaction.js'
import { share } from '../runs.js'
import { alice, bob, carol, newChain } from './intents.js'

const miner = '0x000000000000000000000000000000000000fee5'
const { config, environment } = newChain().open
const block = {
  baseFeePerGas: 10n,
  miner,
  baseFeeRecipient: null,
  config,
  environment,
} as const
const funds = 10n ** 9n
const start = changeAccounts(emptyState, {
  [alice]: { balance: funds },
  [bob]: { balance: 7n },
})

const make = (parameters: Partial<PreconfirmParameters>, nonce = 0) =>
  createTransaction(
    { from: alice, to: bob, ...parameters },
    { chainId: 1, nonce, baseFeePerGas: 10n },
  )

function run(parameters: Partial<PreconfirmParameters>, nonce = 0) {
  const execution = execute(start, make(parameters, nonce), block)
  if (execution.type === 'refused') return execution.reason
  const balance = (address: typeof alice) =>
    readBalance(execution.state, address as never)
  return {
    price: execution.effectiveGasPrice,
    alice: balance(alice),
    bob: balance(bob as never),
    miner: balance(miner as never),
  }
}

describe('execute', () => {
  test('default', () => {
    expect(run({ value: 5n })).toEqual({
      price: 10n,
      alice: funds - 5n - 210_000n,
      bob: 12n,
      miner: 0n,
    })
  })

  test('behavior: only the gas used is paid, whatever its limit', () => {
    expect(run({ gas: 100_000n })).toMatchObject({ alice: funds - 210_000n })
    expect(run({ gasUsed: 0n, gas: 21_000n })).toMatchObject({ alice: funds })
  })

  test('behavior: no wei appears or is lost but mint and base fee', () => {
    const accounts = [alice, bob, carol, miner] as const
    fc.assert(
      fc.property(
        fc.record({
          type: fc.constantFrom('legacy', 'eip1559', 'deposit' as const),
          from: fc.constantFrom(...accounts),
          to: fc.constantFrom(...accounts, null),
          value: fc.bigInt({ min: 0n, max: 2n * funds }),
          gasUsed: fc.bigInt({ min: 0n, max: 50_000n }),
          price: fc.bigInt({ min: 10n, max: 40n }),
          tip: fc.bigInt({ min: 0n, max: 10n }),
          mint: fc.bigInt({ min: 0n, max: funds }),
          status: fc.constantFrom('success', 'reverted' as const),
        }),
        ({ type, price, tip, mint, ...rest }) => {
          const transaction = make({
            ...rest,
            type: type as 'legacy',
            ...(type === 'legacy' && { gasPrice: price }),
            ...(type === 'eip1559' && {
              maxFeePerGas: price,
              maxPriorityFeePerGas: tip < price ? tip : price,
            }),
            ...(type === 'deposit' && { mint }),
          } as Partial<PreconfirmParameters>)
          const execution = execute(start, transaction, block)
          if (execution.type === 'refused') return
          const created = execution.contractAddress
          const all = [...accounts, ...(created === null ? [] : [created])]
          const total = all.reduce(
            (sum, address) => sum + readBalance(execution.state, address),
            0n,
          )
          const burned = type === 'deposit' ? 0n : rest.gasUsed * 10n
          const minted = type === 'deposit' ? mint : 0n
          expect(total).toBe(funds + 7n + minted - burned)
        },
      ),
      { numRuns: share(2_000) },
    )
  })
})
