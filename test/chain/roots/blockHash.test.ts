import { fromRlp, keccak256, toHex, toRlp } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeHeader } from '../../../src/base/codec/header.js'
import { zeroHash } from '../../../src/base/hex/hex.js'
import { preconfirm } from '../../../src/chain/admission/preconfirm.js'
import type { BlockView, Chain } from '../../../src/chain/blocks/chain.js'
import { beat } from '../../../src/chain/intents/beat.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { setAccounts } from '../../../src/chain/intents/setAccounts.js'
import {
  blockHash,
  blockHeader,
  sizeOfBlock,
} from '../../../src/chain/lookup/blockHash.js'
import { envelopeOf } from '../../../src/chain/model/createTransaction.js'
import { alice, blockAt, bob, carol, newChain, word } from '../intents.js'

/** One transaction of each kind, pending. */
function busy(options: Parameters<typeof newChain>[0] = {}): Chain {
  let chain = newChain({ gasLimit: 1_000_000n, ...options })
  for (const parameters of [
    { type: 'eip1559' },
    { type: 'legacy' },
    { type: 'eip2930', data: `0x${'11'.repeat(100)}` },
    {
      type: 'eip7702',
      authorizationList: [{ chainId: 1, address: bob, nonce: 0 }],
    },
    { type: 'deposit', mint: 1n },
  ] as const)
    chain = preconfirm(chain, {
      from: alice,
      to: bob,
      value: 1n,
      logs: [{ address: carol, topics: [word('1')] }],
      ...parameters,
    }).chain
  return beat(chain).chain
}

const hashAt = (chain: Chain, number: bigint) =>
  blockHash(chain, blockAt(chain, number))

describe('blockHash', () => {
  test('default: keccak256 of the RLP header', () => {
    const chain = seal(busy(), 3)
    for (const block of [
      ...[0n, 1n, 2n, 3n].map((at) => blockAt(chain, at)),
      chain.open,
    ])
      expect(blockHash(chain, block)).toBe(
        keccak256(encodeHeader(blockHeader(chain, block))),
      )
  })

  test('behavior: genesis has no parent', () => {
    const chain = newChain()
    expect(blockHeader(chain, blockAt(chain, 0n)).parentHash).toBe(zeroHash)
  })

  test('behavior: whichever block is asked for first', () => {
    const forwards = seal(seal(busy(), 20), 20)
    const backwards = seal(seal(busy(), 20), 20)
    const numbers = Array.from({ length: 41 }, (_, at) => BigInt(at))
    const ascending = numbers.map((number) => hashAt(forwards, number))
    const descending = [...numbers]
      .reverse()
      .map((number) => hashAt(backwards, number))
      .reverse()
    expect(descending).toEqual(ascending)
    expect(new Set(ascending).size).toBe(41)
  })

  test('behavior: hashed once, for every longer and shorter version', () => {
    const chain = seal(newChain(), 10)
    hashAt(chain, 10n)
    const { hashes } = chain.sealed.value.memo
    expect(hashes).toHaveLength(10)
    const longer = seal(chain, 5)
    hashAt(longer, 12n)
    expect(longer.sealed.value.memo.hashes).toBe(hashes)
    expect(hashes).toHaveLength(12)
    // The longer branch has read further than this one is long.
    expect(hashAt(chain, 10n)).toBe(hashes[9])
    expect(blockHeader(chain, chain.open).parentHash).toBe(hashes[9])
  })

  test('options: stateRoot: the partial hash is the sealed one only under everyBeat (F6)', () => {
    for (const pendingStateRoot of ['atSeal', 'everyBeat'] as const) {
      const open = busy({ pendingStateRoot })
      const sealed = seal(open)
      expect(blockHash(open, open.open) === hashAt(sealed, 1n)).toBe(
        pendingStateRoot === 'everyBeat',
      )
      expect(blockHeader(open, open.open).stateRoot === zeroHash).toBe(
        pendingStateRoot === 'atSeal',
      )
      expect(blockHeader(sealed, blockAt(sealed, 1n)).stateRoot).not.toBe(
        zeroHash,
      )
    }
  })

  test('behavior: a set changes the roots of the block that seals it', () => {
    const chain = setAccounts(seal(newChain(), 2), {
      '0x4200000000000000000000000000000000000016': {
        storage: { [word('1')]: word('2') },
      },
    })
    const next = seal(chain, 2)
    const roots = [1n, 2n, 3n, 4n].map((number) => {
      const { stateRoot, withdrawalsRoot } = blockHeader(
        next,
        blockAt(next, number),
      )
      return [stateRoot, withdrawalsRoot]
    })
    expect(roots[1]).toEqual(roots[0])
    expect(roots[3]).toEqual(roots[2])
    expect(roots[2]?.[0]).not.toBe(roots[1]?.[0])
    expect(roots[2]?.[1]).not.toBe(roots[1]?.[1])
  })

  test('error: over a million, at once', () => {
    const chain = seal(newChain(), 1_000_001)
    expect(() => hashAt(chain, 1_000_000n)).toThrowErrorMatchingInlineSnapshot(
      `[GasLimitError: This hash depends on 1000001 blocks that were never hashed. One read hashes 100000, and consecutive reads at most 1000000. Create the node after the jump in time, or read a block now and then.]`,
    )
    expect(chain.sealed.value.memo.hashes).toEqual([])
  })
})

test('the open block has the same hash once its header is forgotten', () => {
  const chain = busy()
  const [hash, size] = [
    blockHash(chain, chain.open),
    sizeOfBlock(chain, chain.open),
  ]
  for (let other = 0; other < 101; other++) {
    const { open } = seal(chain, 1 + other)
    expect(blockHash({ ...chain, open }, open)).not.toBe(hash)
  }
  expect(blockHash(chain, chain.open)).toBe(hash)
  expect(sizeOfBlock(chain, chain.open)).toBe(size)
})

describe('blockSize', () => {
  /** The block's RLP, put together by hand. */
  function lengthOf(chain: Chain, block: BlockView): number {
    const header = fromRlp(encodeHeader(blockHeader(chain, block)), 'hex')
    const transactions = block.included.map(({ transaction }) => {
      const envelope = toHex(envelopeOf(transaction))
      return transaction.type === 'legacy' ? fromRlp(envelope, 'hex') : envelope
    })
    return toRlp([header, transactions, [], []], 'bytes').length
  }

  test('default: the RLP length of the whole block', () => {
    const chain = seal(busy(), 2)
    const open = busy()
    const sizes = [
      ...[0n, 1n, 2n].map((at) => [chain, blockAt(chain, at)] as const),
      [chain, chain.open] as const,
      [open, open.open] as const,
    ]
    for (const [of, block] of sizes)
      expect(sizeOfBlock(of, block)).toBe(lengthOf(of, block))
  })
})
