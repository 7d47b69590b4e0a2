import fc from 'fast-check'
import { keccak256, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  bloomOf,
  mayContain,
  unionOfBlooms,
} from '../../../src/base/codec/receipt.js'
import type { Hex } from '../../../src/base/hex/hex.js'
import { address, hash } from '../../chain/arbitraries.js'
import {
  baseStream,
  describeCaptures,
  readCapture,
  type StreamMessage,
  unichainStream,
} from '../../chain/captures.js'
import { share } from '../../runs.js'

const emptyBloom = `0x${'00'.repeat(256)}` as const

const logs = fc.array(
  fc.record({ address, topics: fc.array(hash, { maxLength: 4 }) }),
  { maxLength: 6 },
)

/** As the Yellow Paper says it: bits of a number, by the hash's words. */
function naiveBloom(items: readonly Hex[]): bigint {
  return items.reduce((bloom, item) => {
    const words: string[] = keccak256(item).slice(2, 14).match(/.{4}/g) ?? []
    return words.reduce(
      (bits, word) => bits | (1n << (BigInt(`0x${word}`) & 2047n)),
      bloom,
    )
  }, 0n)
}

describe('bloomOf', () => {
  it('default', () => {
    expect(bloomOf([])).toBe(emptyBloom)
    expect(emptyBloom.length).toBe(514)
  })

  it('behavior: three bits for each address and topic', () => {
    fc.assert(
      fc.property(logs, (logs) => {
        const items = logs.flatMap(({ address, topics }) => [
          address,
          ...topics,
        ])
        const bloom = bloomOf(logs)
        expect(bloom.length).toBe(514)
        expect(BigInt(bloom)).toBe(naiveBloom(items))
      }),
      { numRuns: share(1_000) },
    )
  })

  it('behavior: the same when its hashes were forgotten', () => {
    const log = { address: `0x${'ab'.repeat(20)}`, topics: [] } as const
    const before = bloomOf([log])
    for (let index = 0; index < 3_000; index++)
      bloomOf([{ address: `0x${String(index).padStart(40, '0')}`, topics: [] }])
    expect(bloomOf([log])).toBe(before)
  })
})

describe('unionOfBlooms', () => {
  it('default', () => {
    expect(unionOfBlooms([])).toBe(emptyBloom)
    expect(unionOfBlooms([emptyBloom, emptyBloom])).toBe(emptyBloom)
  })

  it('behavior: the bloom of all logs together', () => {
    fc.assert(
      fc.property(fc.array(logs), (receipts) => {
        expect(unionOfBlooms(receipts.map(bloomOf))).toBe(
          bloomOf(receipts.flat()),
        )
      }),
      { numRuns: share(1_000) },
    )
  })
})

describe('mayContain', () => {
  it('default: whether all bits of the item are there', () => {
    fc.assert(
      fc.property(logs, address, (logs, other) => {
        const items = logs.flatMap(({ address, topics }) => [
          address,
          ...topics,
        ])
        const bloom = bloomOf(logs)
        for (const item of items) expect(mayContain(bloom, item)).toBe(true)
        const bits = naiveBloom([other])
        expect(mayContain(bloom, other)).toBe(
          (naiveBloom(items) & bits) === bits,
        )
      }),
      { numRuns: share(1_000) },
    )
  })
})

describeCaptures('captures: blooms', () => {
  it('behavior: the bloom of the one event in a block of Unichain', () => {
    const messages = readCapture<StreamMessage[]>(unichainStream)
    // From the second message on, the builder counts them on the chain.
    const event = {
      address: '0xf878f0340bf132c28f3211e8b46c569edf817495',
      topics: [keccak256(stringToHex('FlashblockIncremented(uint256)'))],
    } as const
    const bloom = bloomOf([event])
    expect(messages.map(({ diff }) => diff.logs_bloom)).toEqual([
      emptyBloom,
      bloom,
      bloom,
      bloom,
      bloom,
    ])
  })

  it('behavior: a block of Base holds the bits of its receipts', () => {
    const { diff, metadata } = readCapture<StreamMessage>(baseStream)
    const logs = Object.values(metadata.receipts).flatMap(({ logs }) => logs)
    const bloom = bloomOf(logs)
    expect(logs.length).toBe(3)
    expect(unionOfBlooms([diff.logs_bloom, bloom])).toBe(diff.logs_bloom)
  })
})
