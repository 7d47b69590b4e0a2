import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Hash } from '../../src/base/hex/hex.js'
import { preconfirm } from '../../src/chain/admission/preconfirm.js'
import {
  exclude,
  include,
  openBlock,
} from '../../src/chain/blocks/openBlock.js'
import { beat } from '../../src/chain/intents/beat.js'
import { readAccount } from '../../src/chain/model/state.js'
import {
  type BlockEntry,
  listEntries,
} from '../../src/chain/model/transaction.js'
import { alice, bob, follow, intent, newChain, people } from './intents.js'

const script = fc.array(intent, { maxLength: 25 })

/** A block with what a script put into it since it opened. */
function blockOf(wishes: Parameters<typeof follow>[1][]) {
  return wishes
    .filter(({ type }) => type !== 'seal' && type !== 'drop')
    .reduce(follow, newChain({ gasLimit: 10_000_000n })).open
}

const hashesOf = (entries: readonly BlockEntry[]): Hash[] =>
  entries.flatMap((entry) =>
    entry.type === 'transaction' ? [entry.transaction.hash] : [],
  )

const balances = (open: ReturnType<typeof blockOf>) =>
  people.map((address) => readAccount(open.state, address))

describe('include', () => {
  test('behavior: folded at once or one by one it is the same', () => {
    fc.assert(
      fc.property(script, (wishes) => {
        const open = blockOf(wishes)
        const fresh = openBlock(open)
        const atOnce = include(fresh, listEntries(open.entries)).open
        const oneByOne = listEntries(open.entries).reduce(
          (block, entry) => include(block, [entry]).open,
          fresh,
        )
        for (const again of [atOnce, oneByOne]) {
          expect(again.included).toEqual(open.included)
          expect(again.gasUsed).toBe(open.gasUsed)
          expect(balances(again)).toEqual(balances(open))
        }
      }),
    )
  })

  test('behavior: the block it is given stays as it is', () => {
    const { chain } = preconfirm(newChain(), { from: alice, to: bob })
    const { open } = beat(chain).chain
    const before = structuredClone(open.included)
    include(open, [{ type: 'set', changes: { [bob]: { balance: 1n } } }])
    expect(listEntries(open.entries)).toHaveLength(1)
    expect(open.included).toEqual(before)
  })
})

describe('exclude', () => {
  test('behavior: as if they had never been, of whatever kind they are', () => {
    fc.assert(
      fc.property(script, fc.func(fc.boolean()), (wishes, isOut) => {
        const open = blockOf(wishes)
        const out = new Set(
          hashesOf(listEntries(open.entries)).filter((hash) => isOut(hash)),
        )
        const kept = listEntries(open.entries).filter(
          (entry) => entry.type === 'set' || !out.has(entry.transaction.hash),
        )
        const excluded = exclude(open, out)
        const never = include(openBlock(open), kept)
        expect(excluded.open).toEqual(never.open)
        const gone = [
          ...out,
          ...excluded.waiting.map(({ hash }) => hash),
          ...excluded.refused.map(({ transaction }) => transaction.hash),
        ]
        expect(
          [...gone, ...hashesOf(listEntries(excluded.open.entries))].sort(),
        ).toEqual(hashesOf(listEntries(open.entries)).sort())
      }),
    )
  })
})
