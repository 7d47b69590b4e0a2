import { describe, expect, it } from 'vitest'
import { emptyRoot, insert, type Trie } from '../../../src/base/codec/trie.js'
import type { Hex } from '../../../src/base/hex/hex.js'
import { toWord } from '../../../src/base/hex/hex.js'
import {
  newStateRootMemo,
  stateRoot,
  storageRoot,
} from '../../../src/chain/roots/roots.js'
import { runs } from '../../runs.js'
import { type Account, oracle, tryVersions } from './versions.js'

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

  it('behavior: the root that ethereumjs finds, from version to version', () =>
    tryVersions(runs(20)))

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
