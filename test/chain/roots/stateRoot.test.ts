import type { GenesisState } from '@ethereumjs/common'
import { genesisMPTStateRoot } from '@ethereumjs/mpt'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  newStateRootMemo,
  stateRoot,
  storageRoot,
} from '../../../src/chain/roots/stateRoot.js'
import type { Account } from '../../../src/chain/state.js'
import { emptyRoot } from '../../../src/codec/merkle.js'
import {
  differences,
  insert,
  lookup,
  remove,
  type Trie,
} from '../../../src/codec/trie.js'
import type { Address, Hash, Hex } from '../../../src/hex/hex.js'
import { toHex, toQuantity, toWord } from '../../../src/hex/hex.js'

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

async function oracle(accounts: Trie<Account>): Promise<Hash> {
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

describe('stateRoot', () => {
  it('default', () => {
    const accounts = insert<Account>(null, `0x${'11'.repeat(20)}`, {
      balance: 10n ** 18n,
      nonce: 0,
      code: '0x',
      storage: null,
    })
    const memo = newStateRootMemo()
    expect(stateRoot(memo, null)).toBe(emptyRoot)
    expect(stateRoot(memo, accounts)).toMatchInlineSnapshot(
      `"0x604d7c45be92a58cc56199e04adc547f8781da8924ace8170ec555ce6a9a14b1"`,
    )
  })

  it('behavior: the root that ethereumjs finds, from version to version', async () => {
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
      { numRuns: 2_000 },
    )
  }, 120_000)

  it('behavior: contracts beyond what is remembered of codes', async () => {
    let accounts: Trie<Account> = null
    for (let index = 1; index <= 300; index++)
      accounts = insert(accounts, `0x${toWord(BigInt(index)).slice(26)}`, {
        balance: 0n,
        nonce: 1,
        code: toWord(BigInt(index)),
        storage: null,
      })
    const root = stateRoot(newStateRootMemo(), accounts)
    expect(root).toBe(await oracle(accounts))
  })
})

describe('storageRoot', () => {
  it('default', () => {
    expect(storageRoot(null)).toBe(emptyRoot)
    const storage = insert<Hex>(null, toWord(0n), toWord(1n))
    expect(storageRoot(storage)).toMatchInlineSnapshot(
      `"0x821e2556a290c86405f8160a2d662042a431ba456b9db265c79bb837c04be5f0"`,
    )
  })
})
