import { createBlockHeader, paramsBlock } from '@ethereumjs/block'
import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextBaseFee } from '../../src/chain/model/blockRun.js'
import { share } from '../runs.js'
import {
  describeCaptures,
  opMainnetBlocks,
  readCapture,
  toHeader,
  type WireBlock,
} from './captures.js'

const mainnet = {
  baseFeeMaxChangeDenominator: 8,
  elasticityMultiplier: 2,
  minBaseFeePerGas: 0n,
}
const gasLimit = 30_000_000n

describe('nextBaseFee', () => {
  it('default', () => {
    const next = (gasUsed: bigint) =>
      nextBaseFee({ baseFeePerGas: 1_000n, gasUsed, gasLimit }, mainnet)
    expect(next(0n)).toBe(875n)
    expect(next(15_000_000n)).toBe(1_000n)
    expect(next(30_000_000n)).toBe(1_125n)
  })

  it('behavior: what ethereumjs finds, for any chain', () => {
    const parents = fc.record({
      baseFeePerGas: fc.oneof(
        fc.bigInt({ min: 1n, max: 100n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
      ),
      gasLimit: fc.bigInt({ min: 5_000n, max: 2n ** 63n - 1n }),
      share: fc.nat({ max: 1_000 }),
    })
    const fees = fc.constantFrom([8, 2], [50, 6], [250, 2], [250, 10])
    fc.assert(
      fc.property(
        parents,
        fees,
        (
          parent,
          [baseFeeMaxChangeDenominator = 0, elasticityMultiplier = 0],
        ) => {
          const { baseFeePerGas, gasLimit, share } = parent
          const gasUsed = (gasLimit * BigInt(share)) / 1_000n
          const common = new Common({
            chain: Mainnet,
            hardfork: Hardfork.Paris,
          })
          const params = {
            ...paramsBlock,
            1559: {
              ...paramsBlock[1559],
              baseFeeMaxChangeDenominator,
              elasticityMultiplier,
            },
          }
          const header = createBlockHeader(
            { number: 1, baseFeePerGas, gasUsed, gasLimit },
            { common, params },
          )
          expect(
            nextBaseFee(
              { baseFeePerGas, gasUsed, gasLimit },
              {
                baseFeeMaxChangeDenominator,
                elasticityMultiplier,
                minBaseFeePerGas: 0n,
              },
            ),
          ).toBe(header.calcNextBaseFee())
        },
      ),
      { numRuns: share(1_000) },
    )
  })

  it('behavior: rises by 1 wei at least, but stays 0 at 0', () => {
    const full = { gasUsed: gasLimit, gasLimit }
    expect(nextBaseFee({ baseFeePerGas: 1n, ...full }, mainnet)).toBe(2n)
    expect(nextBaseFee({ baseFeePerGas: 0n, ...full }, mainnet)).toBe(0n)
  })

  it('behavior: a block without a gas target leaves the fee', () => {
    const parent = { baseFeePerGas: 7n, gasUsed: 21_000n, gasLimit: 1n }
    expect(nextBaseFee(parent, mainnet)).toBe(7n)
  })

  it('behavior: the floor holds after a block that has no base fee', () => {
    const parent = { baseFeePerGas: 0n, gasUsed: 0n, gasLimit }
    const floored = { ...mainnet, minBaseFeePerGas: 2_000n }
    expect(nextBaseFee(parent, floored)).toBe(2_000n)
    expect(nextBaseFee({ ...parent, gasLimit: 1n }, floored)).toBe(2_000n)
  })
})

describeCaptures('captures: base fees', () => {
  it('behavior: from one OP Mainnet block to the next', () => {
    const [parent, child] = opMainnetBlocks
      .slice(0, 2)
      .map((path) => toHeader(readCapture<WireBlock>(path)))
    if (parent?.baseFeePerGas === undefined) throw new Error('No base fee')
    const { baseFeePerGas, gasUsed, gasLimit, extraData } = parent
    // EIP-1559 parameters since Holocene: version, denominator, elasticity.
    const fees = {
      baseFeeMaxChangeDenominator: Number(`0x${extraData.slice(4, 12)}`),
      elasticityMultiplier: Number(`0x${extraData.slice(12, 20)}`),
      minBaseFeePerGas: 0n,
    }
    expect(nextBaseFee({ baseFeePerGas, gasUsed, gasLimit }, fees)).toBe(
      child?.baseFeePerGas,
    )
  })
})
