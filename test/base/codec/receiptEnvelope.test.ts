import fc from 'fast-check'
import { fromRlp } from 'viem'
import { describe, expect, it } from 'vitest'
import { encodeReceipt } from '../../../src/base/codec/receipt.js'
import { listRoot } from '../../../src/base/codec/trie.js'
import type { Hex } from '../../../src/base/hex/hex.js'
import { toHex, toQuantity } from '../../../src/base/hex/hex.js'
import { address, bytes, data, hash } from '../../chain/arbitraries.js'
import {
  describeCaptures,
  ecotoneBlock,
  ecotoneReceipt,
  readCapture,
  type StreamMessage,
  unichainStream,
  type WireBlock,
} from '../../chain/captures.js'
import { share } from '../../runs.js'

const emptyBloom = `0x${'00'.repeat(256)}` as const

const receipt = {
  type: 'eip1559',
  status: 'success',
  cumulativeGasUsed: 21_000n,
  logsBloom: emptyBloom,
  logs: [],
} as const

const typeBytes = {
  legacy: '',
  eip2930: '01',
  eip1559: '02',
  eip7702: '04',
  deposit: '7e',
}

describe('encodeReceipt', () => {
  it('default', () => {
    const encoded = toHex(encodeReceipt(receipt))
    expect(encoded.replace(emptyBloom.slice(2), '…')).toMatchInlineSnapshot(
      `"0x02f9010801825208b901…00c0"`,
    )
  })

  it('behavior: type, status, gas, bloom and logs, in this order', () => {
    const receipts = fc.record({
      type: fc.constantFrom(
        'legacy' as const,
        'eip2930' as const,
        'eip1559' as const,
        'eip7702' as const,
        'deposit' as const,
      ),
      status: fc.constantFrom('success' as const, 'reverted' as const),
      cumulativeGasUsed: fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }),
      logsBloom: bytes(256),
      logs: fc.array(
        fc.record({ address, topics: fc.array(hash, { maxLength: 4 }), data }),
        { maxLength: 3 },
      ),
    })
    fc.assert(
      fc.property(receipts, (receipt) => {
        const prefix = `0x${typeBytes[receipt.type]}`
        const encoded = toHex(encodeReceipt(receipt))
        expect(encoded.slice(0, prefix.length)).toBe(prefix)
        const list: Hex = `0x${encoded.slice(prefix.length)}`
        expect(fromRlp(list, 'hex')).toEqual([
          receipt.status === 'success' ? '0x01' : '0x',
          even(toQuantity(receipt.cumulativeGasUsed)),
          receipt.logsBloom,
          receipt.logs.map(({ address, topics, data }) => [
            address,
            topics,
            data,
          ]),
        ])
      }),
      { numRuns: share(2_000) },
    )
  })

  it('behavior: deposits carry nonce and version, or neither', () => {
    const deposit = { ...receipt, type: 'deposit', depositNonce: 7n } as const
    const bare = { ...receipt, type: 'deposit' } as const
    expect(tail({ ...deposit, depositReceiptVersion: 1n })).toBe('c00701')
    expect(
      tail({ ...deposit, depositNonce: 0n, depositReceiptVersion: 1n }),
    ).toBe('c08001')
    expect(encodeReceipt(deposit)).toEqual(encodeReceipt(bare))
  })
})

function tail(receipt: Parameters<typeof encodeReceipt>[0]): string {
  return toHex(encodeReceipt(receipt)).slice(-6)
}

function even(quantity: Hex): Hex {
  return quantity.length % 2 === 0 ? quantity : `0x0${quantity.slice(2)}`
}

describeCaptures('captures: receipts', () => {
  it('behavior: receiptsRoot of a block after Canyon', () => {
    const { receiptsRoot } = readCapture<WireBlock>(ecotoneBlock)
    const wire = readCapture<{ [name: string]: Hex }>(ecotoneReceipt)
    const encoded = encodeReceipt({
      type: 'deposit',
      status: 'success',
      cumulativeGasUsed: BigInt(wire.cumulativeGasUsed ?? 0),
      logsBloom: wire.logsBloom ?? '0x',
      logs: [],
      depositNonce: BigInt(wire.depositNonce ?? 0),
      depositReceiptVersion: BigInt(wire.depositReceiptVersion ?? 0),
    })
    expect(listRoot([encoded])).toBe(receiptsRoot)
  })

  it('behavior: receiptsRoot of the first beat of a block of Unichain', () => {
    const [message] = readCapture<StreamMessage[]>(unichainStream)
    const cumulativeGasUsed = BigInt(message?.diff.gas_used ?? 0)
    // The stream lacks receipts, but not what these two hold: a deposit whose
    // nonce is the block's number, and a transaction without logs that used
    // all the gas it asked for.
    const deposit = encodeReceipt({
      ...receipt,
      type: 'deposit',
      cumulativeGasUsed: cumulativeGasUsed - 21_880n,
      depositNonce: 35_535_698n,
      depositReceiptVersion: 1n,
    })
    const second = encodeReceipt({ ...receipt, cumulativeGasUsed })
    expect(listRoot([deposit, second])).toBe(message?.diff.receipts_root)
  })
})
