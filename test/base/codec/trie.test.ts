import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  differences,
  insert,
  lookup,
  remove,
  type Trie,
} from '../../../src/base/codec/trie.js'
import type { Hex } from '../../../src/base/hex/hex.js'
import { share } from '../../runs.js'

// Eight nibbles of two kinds share prefixes of every length.
const key = fc
  .array(fc.constantFrom('0', 'f'), { minLength: 8, maxLength: 8 })
  .map((nibbles): Hex => `0x${nibbles.join('')}`)
const steps = fc.array(
  fc.record({ key, value: fc.option(fc.integer({ min: 0, max: 3 })) }),
  { maxLength: 60 },
)

type Step = { key: Hex; value: number | null }

function play(trie: Trie<number>, script: readonly Step[]): Trie<number> {
  return script.reduce<Trie<number>>(
    (last, { key, value }) =>
      value === null ? remove(last, key) : insert(last, key, value),
    trie,
  )
}

function model(script: readonly Step[]): Map<Hex, number> {
  const map = new Map<Hex, number>()
  for (const { key, value } of script)
    if (value === null) map.delete(key)
    else map.set(key, value)
  return map
}

function entriesOf(trie: Trie<number>): [Hex, number][] {
  const found: [Hex, number][] = []
  differences(null, trie, (key, _, value) => {
    if (value !== undefined) found.push([key, value])
  })
  return found
}

function sorted(map: Map<Hex, number>): [Hex, number][] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1))
}

function fromEntries(entries: readonly [Hex, number][]): Trie<number> {
  return play(
    null,
    entries.map(([key, value]) => ({ key, value })),
  )
}

function nodesOf(trie: Trie<number>, into = new Set<object>()): Set<object> {
  if (trie === null) return into
  into.add(trie)
  for (const child of trie.children ?? []) nodesOf(child, into)
  return into
}

const words = Array.from(
  { length: 5_000 },
  (_, index): Hex =>
    `0x${(index * 2_654_435_761).toString(16).padStart(64, '0')}`,
)

describe('insert and remove', () => {
  it('behavior: hold what a map would hold', () => {
    fc.assert(
      fc.property(steps, key, (script, other) => {
        const trie = play(null, script)
        const map = model(script)
        expect(entriesOf(trie)).toEqual(sorted(map))
        expect(lookup(trie, other)).toBe(map.get(other))
      }),
      { numRuns: share(2_000) },
    )
  })

  it('behavior: the shape depends on the contents alone', () => {
    fc.assert(
      fc.property(steps, (script) => {
        const anew = fromEntries(sorted(model(script)))
        expect(play(null, script)).toEqual(anew)
        expect(fromEntries(sorted(model(script)).reverse())).toEqual(anew)
      }),
      { numRuns: share(2_000) },
    )
  })

  it('behavior: an earlier version stays as it was', () => {
    fc.assert(
      fc.property(steps, steps, (first, then) => {
        const before = play(null, first)
        const copy = structuredClone(before)
        play(before, then)
        expect(before).toEqual(copy)
      }),
      { numRuns: share(1_000) },
    )
  })

  it('behavior: what changes nothing gives the same tree', () => {
    fc.assert(
      fc.property(steps, key, (script, key) => {
        const trie = play(null, script)
        const value = lookup(trie, key)
        if (value === undefined) expect(remove(trie, key)).toBe(trie)
        else expect(insert(trie, key, value)).toBe(trie)
      }),
      { numRuns: share(1_000) },
    )
  })

  it('behavior: versions share all but the path to what changed', () => {
    let trie: Trie<number> = null
    for (const [index, word] of words.entries())
      trie = insert(trie, word, index)
    const known = nodesOf(trie)
    const next = insert(trie, words[77] as Hex, -1)
    const made = [...nodesOf(next)].filter((node) => !known.has(node))
    expect(made.length).toBeLessThan(12)
  })

  it('behavior: keys that are RLP indices, of one to three bytes', () => {
    const keys: Hex[] = ['0x80', '0x01', '0x7f', '0x8180', '0x81ff', '0x820100']
    const trie = fromEntries(keys.map((key, index) => [key, index]))
    expect(keys.map((key) => lookup(trie, key))).toEqual([0, 1, 2, 3, 4, 5])
    expect(keys.reduce<Trie<number>>(remove, trie)).toBe(null)
  })
})

describe('lookup', () => {
  it('behavior: a key of another length is not there', () => {
    const trie = fromEntries([
      ['0x00ff', 1],
      ['0x00f0', 2],
    ])
    expect(lookup(trie, '0x00')).toBe(undefined)
    expect(lookup(trie, '0x00ff00')).toBe(undefined)
    expect(lookup(trie, '0x')).toBe(undefined)
    expect(lookup(null, '0x00ff')).toBe(undefined)
  })

  it('behavior: falsy values are values', () => {
    const trie = insert<number>(null, '0x00', 0)
    expect(lookup(trie, '0x00')).toBe(0)
  })

  it('behavior: keys that share all but their ends make a chain', () => {
    const deep = Array.from(
      { length: 64 },
      (_, at): Hex => `0x${'0'.repeat(at)}${'1'.padEnd(64 - at, '0')}`,
    )
    const trie = fromEntries(deep.map((key, index) => [key, index]))
    expect(deep.map((key) => lookup(trie, key))).toEqual(deep.map((_, i) => i))
    expect(deep.reduce<Trie<number>>(remove, trie)).toBe(null)
  })
})

describe('differences', () => {
  it('behavior: what a naive comparison finds, in the order of keys', () => {
    fc.assert(
      fc.property(steps, steps, fc.boolean(), (first, then, related) => {
        const before = play(null, first)
        const after = play(related ? before : null, then)
        const one = new Map(entriesOf(before))
        const other = new Map(entriesOf(after))
        const expected = [...new Set([...one.keys(), ...other.keys()])]
          .sort()
          .filter((key) => one.get(key) !== other.get(key))
          .map((key) => [key, one.get(key), other.get(key)])
        const found: unknown[] = []
        differences(before, after, (...difference) => found.push(difference))
        expect(found).toEqual(expected)
      }),
      { numRuns: share(3_000) },
    )
  })

  it('behavior: looks at changed paths only', () => {
    let looked = 0
    let trie: Trie<number> = null
    for (const [index, word] of words.entries())
      trie = insert(trie, word, index)
    const next = insert(trie, words[77] as Hex, -1)
    for (const node of nodesOf(trie)) {
      const { children } = node as { children: unknown }
      Object.defineProperty(node, 'children', {
        get: () => {
          looked++
          return children
        },
      })
    }
    const found: unknown[] = []
    differences(trie, next, (...difference) => found.push(difference))
    expect(found).toEqual([[words[77], 77, -1]])
    expect(looked).toBeLessThan(500)
  })
})
