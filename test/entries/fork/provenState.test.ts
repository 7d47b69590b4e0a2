import { describe, expect, test } from 'vitest'
import { provenWord } from '../../../src/entries/fork/recording/provenState.js'
import { word } from './sample.js'

/*
 * What anvil 1.7.1 proves of slot 0 of a pool of Uniswap, which was written and
 * then cleared: it leaves a leaf there that holds zero.
 */
const account = {
  nonce: 2n,
  balance: 0n,
  codeHash:
    '0xbab145d02e7005f0d84c6c1639d39b799b0ea16df99ebbdaf5a14d9da820b4e0',
  storageRoot:
    '0xf6b2c5f1afa38a4afac496d6e26c87fe46b4c781ef6cc64ea09fc0cdc0fca636',
} as const
const proof = [
  '0xf8918080a0de6f40b56ee367c872abf733cc16138cbc50961745cea0f5a3f32d2fcf6a8fcc80808080808080a0a716ad230d474d9861eea0a1652a99676779d8e5eaba9134496d83005fd3f453a075a0eb0e57e24077a2873abff634589c90de08d043bb15d7556d763e9f0b9c14a01b56cc0a5b9b1ce34e9a14e896ea000c830bd64387573d238cbe3fa24ddfa2c380808080',
  '0xf8518080808080a017db624b4a6bb08f707cc8038708e78a743936cc62f8dec42fc0e0a4465d5220808080a03dfa21d200ab4afb7ace353f47953791acaa6d9b1062579163f2cedcc3ebcc4680808080808080',
  '0xe3a0200decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e5638180',
]

describe('provenWord', () => {
  test('behavior: a leaf that holds zero proves a zero', () => {
    expect(provenWord(account, word(0), proof)).toBe(0n)
  })

  test('behavior: so does a way that ends at an empty place', () => {
    const branch = proof.slice(0, 1)
    expect(provenWord(account, word(2), branch)).toBe(0n)
  })

  test('error: a way that is cut short, or leads from another root', () => {
    expect(provenWord(account, word(0), proof.slice(0, 2))).toBe(undefined)
    expect(provenWord(account, word(0), proof.slice(1))).toBe(undefined)
    expect(provenWord(account, word(0), [])).toBe(undefined)
    expect(provenWord(account, word(0), undefined)).toBe(undefined)
    const storageRoot = word(1)
    expect(provenWord({ ...account, storageRoot }, word(0), proof)).toBe(
      undefined,
    )
  })
})
