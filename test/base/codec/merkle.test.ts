import { createMPT } from '@ethereumjs/mpt'
import fc from 'fast-check'
import { toRlp } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  emptyRoot,
  insert,
  listRoot,
  merkleRoot,
  remove,
  type Trie,
} from '../../../src/base/codec/trie.js'
import type { Hash, Hex } from '../../../src/base/hex/hex.js'
import { toBytes, toHex, toScalar } from '../../../src/base/hex/hex.js'
import { share } from '../../runs.js'

// Short keys of two kinds of nibble and short values make nodes under 32
// bytes, which lie inside their parents instead of being hashed.
const shortKey = fc
  .array(fc.constantFrom('0', '1'), { minLength: 6, maxLength: 6 })
  .map((nibbles): Hex => `0x${nibbles.join('')}`)
const longKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => toHex(bytes))
const value = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 3 }),
  fc.uint8Array({ minLength: 1, maxLength: 120 }),
)

const entriesWith = (key: fc.Arbitrary<Hex>) =>
  fc.uniqueArray(fc.tuple(key, value), {
    selector: ([key]) => key,
    maxLength: 40,
  })

type Entries = [Hex, Uint8Array][]

function encode(value: Uint8Array): Uint8Array {
  return value
}

function build(entries: Entries): Trie<Uint8Array> {
  return entries.reduce<Trie<Uint8Array>>(
    (trie, [key, value]) => insert(trie, key, value),
    null,
  )
}

async function oracle(entries: Entries): Promise<Hash> {
  const trie = await createMPT()
  for (const [key, value] of entries) await trie.put(toBytes(key), value)
  return toHex(trie.root())
}

describe('merkleRoot', () => {
  it('default', () => {
    const trie = build([
      ['0x00', new Uint8Array([1])],
      ['0x01', new Uint8Array([2])],
    ])
    expect(merkleRoot(trie, encode)).toMatchInlineSnapshot(
      `"0x1894e9927984acd10a6d884254c38dde187a9913d868edef5ce2f1a93023e43f"`,
    )
    expect(merkleRoot(null, encode)).toBe(emptyRoot)
  })

  it('behavior: the root that ethereumjs finds', async () => {
    const contents = fc.oneof(entriesWith(shortKey), entriesWith(longKey))
    await fc.assert(
      fc.asyncProperty(contents, async (entries) => {
        expect(merkleRoot(build(entries), encode)).toBe(await oracle(entries))
      }),
      { numRuns: share(3_000) },
    )
  })

  it('behavior: the same whatever was rooted, added, removed before', () => {
    fc.assert(
      fc.property(
        entriesWith(shortKey),
        entriesWith(shortKey),
        (first, second) => {
          let trie = build(first)
          const before = merkleRoot(trie, encode)
          for (const [key, value] of second) {
            trie = insert(trie, key, value)
            merkleRoot(trie, encode)
          }
          for (const [key] of second) {
            trie = remove(trie, key)
            merkleRoot(trie, encode)
          }
          const kept = first.filter(
            ([key]) => !second.some(([other]) => other === key),
          )
          expect(merkleRoot(trie, encode)).toBe(merkleRoot(build(kept), encode))
          expect(merkleRoot(build(first), encode)).toBe(before)
        },
      ),
      { numRuns: share(1_000) },
    )
  })

  it('behavior: encodes again only what changed', () => {
    let encoded = 0
    const counting = (value: Uint8Array) => {
      encoded++
      return value
    }
    const entries = Array.from(
      { length: 1_000 },
      (_, index): [Hex, Uint8Array] => [
        `0x${(index * 2_654_435_761).toString(16).padStart(16, '0')}`,
        new Uint8Array([index % 256]),
      ],
    )
    const trie = build(entries)
    merkleRoot(trie, counting)
    expect(encoded).toBe(1_000)
    const [key] = entries[500] as [Hex, Uint8Array]
    merkleRoot(insert(trie, key, new Uint8Array(3)), counting)
    merkleRoot(trie, counting)
    expect(encoded).toBe(1_001)
  })

  it('behavior: another encoding of the same tree is another root', () => {
    const trie = build([['0x00', new Uint8Array([1])]])
    const root = merkleRoot(trie, encode)
    expect(merkleRoot(trie, () => new Uint8Array([2]))).not.toBe(root)
    expect(merkleRoot(trie, encode)).toBe(root)
  })

  it('behavior: 64 levels deep', async () => {
    const entries = Array.from({ length: 64 }, (_, at): [Hex, Uint8Array] => [
      `0x${'0'.repeat(at)}${'1'.padEnd(64 - at, '0')}`,
      new Uint8Array(at + 1),
    ])
    expect(merkleRoot(build(entries), encode)).toBe(await oracle(entries))
  })
})

describe('listRoot', () => {
  it('default', () => {
    expect(listRoot([])).toBe(emptyRoot)
  })

  it('behavior: the root that ethereumjs finds, up to three-byte indices', async () => {
    const trie = await createMPT()
    const items: Uint8Array[] = []
    for (let index = 0; index < 300; index++) {
      const item = new Uint8Array(1 + ((index * 37) % 90)).fill(index % 251)
      await trie.put(toRlp(toScalar(index), 'bytes'), item)
      items.push(item)
      if (index < 20 || index % 25 < 7)
        expect(listRoot(items)).toBe(toHex(trie.root()))
    }
  })
})
