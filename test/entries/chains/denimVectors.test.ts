/*
 * base/base records six blocks across Denim in `denim_native.rs` of
 * `crates/proof/client`: of each the number, the milliseconds, and the envelope
 * of the BaseTime deposit. Here stands the keccak256 of its bytes, to which that
 * of the node is held. The L1 attributes deposits of these blocks are not
 * recorded, so that their hashes cannot be recomputed; their receipts are of
 * older rules, and have no deposit nonce. No capture of a block of the mainnet
 * was found.
 */
import { createMockNode } from 'preseal'
import { base } from 'preseal/chains'
import { type Hex, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'

const recorded = [
  [2, 0, '0x353a200e0bd85632062ac2cbc476d37570e69dd7b0433e1eee74fd3a620eab4f'],
  [
    3,
    200,
    '0x561dcc5a66b9719ee7faccca6d7a9789148fd3ffdafa33c8d3b9468be7122f99',
  ],
  [
    4,
    400,
    '0x997ef77aeeee4a7da2f4dbd0ab66ce209cc7b0ac25dc6761f61ca8fa8c4c1006',
  ],
  [
    5,
    600,
    '0xb836423a192f9e7cf619cfd4a0bc612ead748e1681c38a7c02e601a7e8f2ca0b',
  ],
  [
    6,
    800,
    '0x88315dda0b895d0dbe7d1cd21d9543197557f13a46cec3b1b8d172c8db2ee3a4',
  ],
  [7, 0, '0x0bf5ca38e7fc0ef977eaff6b931e62a0886f6564bb6f9de513adbee3fc69c02f'],
] as const

/** Whole seconds up to block 2, as Base had them, and 200 ms from there on. */
function acrossDenim() {
  const node = createMockNode({ profile: base(), blockTime: 1_000 })
  node.nextBlock(2)
  node.setCadence({ blockTime: 200 })
  node.nextBlock(5)
  return node
}

describe('the BaseTime deposit', () => {
  test.each(recorded)('default: of block %i, at %i ms', (block, ms, hash) => {
    const { timestampMs, transactions } = acrossDenim()
      .view()
      .request({
        method: 'eth_getBlockByNumber',
        params: [numberToHex(block), false],
      }) as unknown as { timestampMs: Hex; transactions: Hex[] }
    expect(Number(timestampMs) % 1_000).toBe(ms)
    expect(transactions).toEqual([expect.any(String), hash])
  })

  test('behavior: the source of block 2 is the recorded one', () => {
    const [, , hash] = recorded[0]
    expect(
      acrossDenim()
        .view()
        .request({ method: 'eth_getTransactionByHash', params: [hash] }),
    ).toMatchObject({
      sourceHash:
        '0x002c6109309955fa0a804192573fbb620035638bfc135b9190bc5f3dd964498a',
    })
  })
})
