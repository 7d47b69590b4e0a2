import type { GenesisState } from '@ethereumjs/common'
import { genesisMPTStateRoot } from '@ethereumjs/mpt'
import fc from 'fast-check'
import { expect } from 'vitest'
import {
  differences,
  insert,
  lookup,
  remove,
  type Trie,
} from '../../../src/base/codec/trie.js'
import type { Address, Hash, Hex } from '../../../src/base/hex/hex.js'
import { toHex, toQuantity, toWord } from '../../../src/base/hex/hex.js'
import { newStateRootMemo, stateRoot } from '../../../src/chain/roots/roots.js'

/** One that is known in whole. */
export type Account = {
  readonly balance: bigint
  readonly nonce: number
  readonly code: Hex
  readonly storage: Trie<Hex>
}

const address = fc
  .nat({ max: 30 })
  .map((index): Address => `0x${index.toString(16).padStart(40, '0')}`)
const word = fc
  .oneof(
    fc.bigInt({ min: 1n, max: 300n }),
    fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
  )
  .map(toWord)
const code = fc.oneof(
  fc.constant<Hex>('0x'),
  fc.uint8Array({ minLength: 1, maxLength: 100 }).map((bytes) => toHex(bytes)),
)
const storage = fc.dictionary(fc.nat({ max: 12 }).map(String), word, {
  maxKeys: 6,
})
const balance = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
const nonce = fc.nat()

const change = fc.oneof(
  fc.record({
    type: fc.constant('set'),
    address,
    balance,
    nonce,
    code,
    storage,
  }),
  fc.record({ type: fc.constant('write'), address, storage }),
  fc.record({ type: fc.constant('delete'), address }),
)
type Change =
  typeof change extends fc.Arbitrary<infer generated> ? generated : never

function writeSlots(before: Trie<Hex>, slots: { [slot: string]: Hex }) {
  return Object.entries(slots).reduce<Trie<Hex>>(
    (trie, [slot, word]) =>
      BigInt(word) % 5n === 0n
        ? remove(trie, toWord(BigInt(slot)))
        : insert(trie, toWord(BigInt(slot)), word),
    before,
  )
}

function apply(accounts: Trie<Account>, change: Change): Trie<Account> {
  const before = lookup(accounts, change.address)
  if ('balance' in change) {
    const { balance, nonce, code, storage } = change
    const account = { balance, nonce, code, storage: writeSlots(null, storage) }
    return insert(accounts, change.address, account)
  }
  if (!('storage' in change)) return remove(accounts, change.address)
  if (before === undefined) return accounts
  const storage = writeSlots(before.storage, change.storage)
  return insert(accounts, change.address, { ...before, storage })
}

function allOf<value>(trie: Trie<value>): [Hex, value][] {
  const found: [Hex, value][] = []
  differences(null, trie, (key, _, value) => found.push([key, value as value]))
  return found
}

/** The state root that ethereumjs finds. */
export async function oracle(accounts: Trie<Account>): Promise<Hash> {
  const genesis: GenesisState = {}
  for (const [address, account] of allOf(accounts))
    genesis[address] = [
      toQuantity(account.balance),
      account.code,
      allOf(account.storage).map(([slot, word]) => [slot, stripped(word)]),
      toQuantity(account.nonce),
    ]
  return toHex(await genesisMPTStateRoot(genesis))
}

function stripped(word: Hex): Hex {
  return `0x${word.slice(2).replace(/^(00)+/, '')}`
}

/**
 * Compares the roots of `numRuns` random histories, from version to version and
 * back, with those found anew and with the last one that ethereumjs finds.
 */
export async function tryVersions(numRuns: number) {
  const history = fc.array(change, { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(history, fc.nat(), async (changes, seed) => {
      const versions: Trie<Account>[] = [null]
      for (const change of changes)
        versions.push(apply(versions.at(-1) ?? null, change))
      const memo = newStateRootMemo()
      // Forward, then back and forth.
      const order = versions.map(
        (_, index) => versions[(index * seed) % versions.length] ?? null,
      )
      for (const accounts of [...versions, ...order])
        expect(stateRoot(memo, accounts)).toBe(
          stateRoot(newStateRootMemo(), structuredClone(accounts)),
        )
      const last = versions.at(-1) ?? null
      expect(stateRoot(memo, last)).toBe(await oracle(last))
    }),
    { numRuns },
  )
}
