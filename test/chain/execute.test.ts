import fc from 'fast-check'
import { getContractAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { execute } from '../../src/chain/execution/execute.js'
import { highestCost } from '../../src/chain/execution/executeMessage.js'
import { createTransaction } from '../../src/chain/model/createTransaction.js'
import {
  changeAccounts,
  emptyState,
  readAccount,
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

  test('behavior: tip and price as EIP-1559 says', () => {
    const paid = (parameters: Partial<PreconfirmParameters>) => {
      const end = run(parameters)
      return typeof end === 'string'
        ? end
        : [end.price, funds - end.alice, end.miner]
    }
    expect(
      [
        { maxFeePerGas: 30n, maxPriorityFeePerGas: 3n },
        { maxFeePerGas: 12n, maxPriorityFeePerGas: 3n },
        { maxFeePerGas: 10n },
        { type: 'legacy' as const, gasPrice: 14n },
        { type: 'deposit' as const },
      ].map(paid),
    ).toEqual([
      [13n, 273_000n, 63_000n],
      [12n, 252_000n, 42_000n],
      [10n, 210_000n, 0n],
      [14n, 294_000n, 84_000n],
      [0n, 0n, 0n],
    ])
  })

  test('behavior: only the gas used is paid, whatever its limit', () => {
    expect(run({ gas: 100_000n })).toMatchObject({ alice: funds - 210_000n })
    expect(run({ gasUsed: 0n, gas: 21_000n })).toMatchObject({ alice: funds })
  })

  test('behavior: refused for its nonce, or for what it may cost', () => {
    expect(run({}, 1)).toBe('nonce')
    expect(run({ value: funds })).toBe('funds')
    expect(run({ value: funds - 420_000n })).toMatchObject({
      bob: funds - 419_993n,
    })
    expect(run({ value: funds - 419_999n })).toBe('funds')
    expect(run({ from: carol })).toBe('funds')
    expect(highestCost(make({ value: 3n, gas: 30_000n }))).toBe(600_003n)
  })

  test('behavior: a creation goes to the address of sender and nonce', () => {
    for (const nonce of [0, 1, 127, 128, 300]) {
      const state = changeAccounts(start, { [alice]: { nonce } })
      const transaction = make({ to: null, value: 2n }, nonce)
      const execution = execute(state, transaction, block)
      const address = getContractAddress({ from: alice, nonce: BigInt(nonce) })
      expect(execution).toMatchObject({
        type: 'done',
        contractAddress: address.toLowerCase(),
      })
    }
  })

  test('behavior: a reverted one transfers nothing, and still names its contract', () => {
    expect(run({ value: 5n, status: 'reverted' })).toMatchObject({
      alice: funds - 210_000n,
      bob: 7n,
    })
    const execution = execute(
      start,
      make({ to: null, value: 2n, status: 'reverted' }),
      block,
    )
    const address = getContractAddress({ from: alice, nonce: 0n })
    expect(execution).toMatchObject({ contractAddress: address.toLowerCase() })
    if (execution.type === 'refused') throw new Error(execution.reason)
    expect(
      readAccount(execution.state, address.toLowerCase() as never),
    ).toMatchObject({ balance: 0n, nonce: 0 })
  })

  test('behavior: OP chains credit the base fee and the L1 fee', () => {
    const baseFeeRecipient = '0x4200000000000000000000000000000000000019'
    const l1FeeVault = '0x420000000000000000000000000000000000001a'
    const transaction = make({
      maxFeePerGas: 13n,
      maxPriorityFeePerGas: 3n,
      l1: { l1Fee: 500n },
    })
    const execution = execute(start, transaction, {
      ...block,
      baseFeeRecipient,
    })
    if (execution.type === 'refused') throw new Error(execution.reason)
    expect(
      [alice, miner, baseFeeRecipient, l1FeeVault].map((address) =>
        readBalance(execution.state, address as never),
      ),
    ).toEqual([funds - 273_000n - 500n, 63_000n, 210_000n, 500n])
  })

  test('behavior: the L1 fee counts among what the sender must hold', () => {
    const l1Fee = funds - 210_000n
    const fees = { maxFeePerGas: 10n }
    const fitting = make({ ...fees, l1: { l1Fee } })
    const above = make({ ...fees, l1: { l1Fee: l1Fee + 1n } })
    expect(highestCost(fitting)).toBe(funds)
    expect(execute(start, fitting, block).type).toBe('done')
    expect(execute(start, above, block)).toEqual({
      type: 'refused',
      reason: 'funds',
    })
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
