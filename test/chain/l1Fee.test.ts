import { expect, test } from 'vitest'
import { encodeWireTransaction } from '../../src/base/codec/encodeWire.js'
import type { Wire } from '../../src/base/codec/wire.js'
import { l1FeesOf } from '../../src/chain/execution/executeMessage.js'
import { compressedLength } from '../../src/engine/gas.js'
import { describeCaptures, opMainnetBlocks, readCapture } from './captures.js'

const zeroHash = `0x${'0'.repeat(64)}` as const

const attributes = {
  number: 0n,
  baseFeePerGas: 10n ** 9n,
  blobBaseFee: 3n,
  baseFeeScalar: 5_227,
  blobBaseFeeScalar: 1_014_213,
  batcherHash: zeroHash,
  gasUsed: 46_108n,
}

test.each([
  ['nothing', new Uint8Array(0), 0],
  ['a byte', new Uint8Array(1), 2],
  ['32 bytes that differ', Uint8Array.from({ length: 32 }, (_, at) => at), 33],
  ['a thousand zeros', new Uint8Array(1_000), 21],
  ['a thousand ones', new Uint8Array(1_000).fill(1), 21],
])('%s', (_, bytes, length) => {
  expect(compressedLength(bytes)).toBe(length)
})

test('behavior: without attributes nothing is charged', () => {
  expect(l1FeesOf({ l1Attributes: null })).toBeUndefined()
})

test('behavior: a short transaction counts as 100 bytes', () => {
  const fees = l1FeesOf({ l1Attributes: attributes })
  expect(fees?.(new Uint8Array(110))).toEqual({
    l1Fee: (100n * (16n * 5_227n * 10n ** 9n + 3n * 1_014_213n)) / 10n ** 6n,
    l1GasUsed: 1_600n,
    l1GasPrice: 10n ** 9n,
    l1BaseFeeScalar: 5_227n,
    l1BlobBaseFee: 3n,
    l1BlobBaseFeeScalar: 1_014_213n,
  })
})

describeCaptures('a block of OP mainnet', () => {
  // Since Jovian its `blobGasUsed` is 400 for each byte that is estimated.
  test('behavior: its footprint is that of its transactions', () => {
    const fees = l1FeesOf({ l1Attributes: attributes })
    const { transactions, blobGasUsed } = readCapture<{
      transactions: Wire[]
      blobGasUsed: string
    }>(opMainnetBlocks[2] as string)
    const sizes = transactions
      .filter(({ type }) => type !== '0x7e')
      .map((wire) => {
        const { l1GasUsed = 0n } =
          fees?.(encodeWireTransaction(wire, 'transaction')) ?? {}
        return l1GasUsed / 16n
      })
    const sum = sizes.reduce((one, other) => one + other, 0n)
    expect(400n * sum).toBe(BigInt(blobGasUsed))
  })
})
