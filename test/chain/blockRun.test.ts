import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BlockRun,
  baseFeeAt,
  newRunMemo,
  timestampAt,
} from '../../src/chain/model/blockRun.js'
import type { CadenceOrigin } from '../../src/chain/model/config.js'
import { emptyState } from '../../src/chain/model/state.js'
import { config } from './config.js'

/** Blocks after one at 100 s. */
const originOf = (blockTime = 2_000): CadenceOrigin => ({
  number: 0n,
  milliseconds: 100_000n,
  cadence: {
    from: 0n,
    blockTime,
    baseTimeDeposit: false,
    beatsSeenBy: 'pending',
  },
  before: null,
})

const runOf = (fields: Partial<BlockRun> = {}): BlockRun => ({
  first: 1n,
  count: 1,
  origin: originOf(),
  baseFeePerGas: 0n,
  gasLimit: config.gasLimit,
  miner: config.miner,
  gasUsed: 0n,
  blobGasUsed: 0n,
  included: [],
  deposits: [],
  entries: null,
  mixHash: config.mixHash,
  committed: emptyState,
  state: emptyState,
  imported: undefined,
  memo: newRunMemo(),
  ...fields,
})

describe('timestampAt', () => {
  test('default: timestamp + floor(n × blockTime / 1000)', () => {
    const run = runOf()
    expect([0, 1, 2].map((offset) => timestampAt(run, offset))).toEqual([
      102n,
      104n,
      106n,
    ])
  })

  test('behavior: counted from the origin, however the runs are cut', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.nat({ max: 10_000_000 }),
        fc.nat({ max: 10_000_000 }),
        (blockTime, first, offset) => {
          const origin = originOf(blockTime)
          const run = runOf({ first: BigInt(first), origin })
          expect(timestampAt(run, offset)).toBe(
            100n + BigInt(Math.floor(((first + offset) * blockTime) / 1_000)),
          )
        },
      ),
    )
  })
})

describe('baseFeeAt', () => {
  /** EIP-1559 as its text has it, for a parent that used no gas. */
  function idleSuccessor(fee: bigint, denominator: bigint, floor: bigint) {
    const next = fee - fee / denominator
    return next < floor ? floor : next
  }

  test('behavior: the recurrence, block by block', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        fc.integer({ min: 1, max: 300 }),
        fc.bigInt({ min: 0n, max: 10n ** 6n }),
        fc.nat({ max: 300 }),
        (baseFeePerGas, denominator, floor, offset) => {
          fc.pre(baseFeePerGas >= floor)
          const own = {
            ...config,
            baseFeeMaxChangeDenominator: denominator,
            minBaseFeePerGas: floor,
          }
          let expected = baseFeePerGas
          for (let k = 0; k < offset && expected > 0n; k++)
            expected = idleSuccessor(expected, BigInt(denominator), floor)
          expect(baseFeeAt(own, runOf({ baseFeePerGas }), offset)).toBe(
            expected,
          )
        },
      ),
    )
  })

  test('behavior: far out it costs no more than where it comes to rest', () => {
    const run = runOf({ baseFeePerGas: 10n ** 18n })
    const rest = baseFeeAt(config, run, 10 ** 9)
    expect(rest).toBe(7n)
    expect(run.memo.baseFees.length).toBeLessThan(400)
    expect(baseFeeAt(config, run, 10 ** 12)).toBe(rest)
    expect(run.memo.baseFees.length).toBeLessThan(400)
  })

  test('behavior: after a full block it rises, by 1 wei at least', () => {
    const full = { gasUsed: config.gasLimit }
    expect(baseFeeAt(config, runOf({ baseFeePerGas: 800n, ...full }), 1)).toBe(
      900n,
    )
    expect(baseFeeAt(config, runOf({ baseFeePerGas: 1n, ...full }), 1)).toBe(2n)
    expect(baseFeeAt(config, runOf({ baseFeePerGas: 0n, ...full }), 1)).toBe(0n)
  })

  test('behavior: what was asked before changes no answer', () => {
    const asked = runOf({ baseFeePerGas: 10n ** 9n })
    for (const offset of [500, 3, 77, 0, 1])
      expect(baseFeeAt(config, asked, offset)).toBe(
        baseFeeAt(config, runOf({ baseFeePerGas: 10n ** 9n }), offset),
      )
  })
})
