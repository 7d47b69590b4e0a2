import { pbkdf2Sync } from 'node:crypto'
import { createMockNode, isPresealError } from 'preseal'
import { createWallet, type WalletOptions } from 'preseal/wallet'
import { toHex } from 'viem'
import { HDKey, hdKeyToAccount, privateKeyToAddress, sign } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { accountOf } from '../../../src/entries/wallet/keys/accounts.js'

const testMnemonic =
  'test test test test test test test test test test test junk'

/** As BIP-39 has the seed, and viem the keys of BIP-32. */
function addressesOf(mnemonic: string, count: number) {
  const seed = pbkdf2Sync(mnemonic, 'mnemonic', 2_048, 64, 'sha512')
  const key = HDKey.fromMasterSeed(seed)
  return Array.from({ length: count }, (_, addressIndex) =>
    hdKeyToAccount(key, { addressIndex }).address.toLowerCase(),
  )
}

const walletOf = (options?: WalletOptions) =>
  createWallet(createMockNode(), options)

describe('accounts', () => {
  test('default: ten of the well-known mnemonic', () => {
    const wallet = walletOf()
    expect(wallet.accounts).toHaveLength(10)
    expect(wallet.accounts[9]).toBe(walletOf({ accounts: 12 }).accounts[9])
    expect(wallet.account).toBe(wallet.accounts[0])
  })

  test('options: as many as are asked for', () => {
    expect(walletOf({ accounts: 2 }).accounts.length).toBe(2)
    expect(walletOf({ accounts: 12 }).accounts).toEqual(
      addressesOf(testMnemonic, 12),
    )
  })

  test('options: those of another mnemonic, of any length', () => {
    for (const mnemonic of [
      `${'abandon '.repeat(11)}about`,
      `${'abandon '.repeat(23)}art`,
    ]) {
      expect(walletOf({ mnemonic, accounts: 3 }).accounts).toEqual(
        addressesOf(mnemonic, 3),
      )
    }
  })

  test('options: private keys', () => {
    const privateKeys = [
      `0x${'01'.repeat(32)}`,
      `0x${'A2'.repeat(32)}`,
    ] as const
    expect(walletOf({ privateKeys }).accounts).toEqual(
      privateKeys.map((key) => privateKeyToAddress(key).toLowerCase()),
    )
  })

  test('behavior: they cannot be changed from outside', () => {
    const { accounts } = walletOf()
    expect(() => (accounts as string[]).push('0x')).toThrow(TypeError)
  })
})

describe('createWallet: error', () => {
  const refusal = (make: () => unknown) => {
    try {
      make()
    } catch (error) {
      if (isPresealError(error) && error.name === 'InvalidParametersError')
        return error.message
      throw error
    }
    throw new Error('It was not refused.')
  }
  // biome-ignore lint/suspicious/noExplicitAny: what JavaScript may give
  const given = (options: any) => refusal(() => walletOf(options))

  const both = { mnemonic: testMnemonic, privateKeys: [`0x${'1'.repeat(64)}`] }
  test.each([
    [{ accounts: 0 }, '"accounts" is 0, expected a whole number from 1 to'],
    [{ mnemonic: 'test junk' }, 'is a string of 9 characters, expected a mnem'],
    [{ privateKeys: [] }, '"privateKeys" is an empty array'],
    [{ balance: 1 }, '"balance" is 1, expected a bigint of wei'],
    [{ connectedAccounts: 'none' }, 'is "none", expected one of "selected"'],
    [{ endpointFaults: 'all' }, 'is "all", expected true or false.'],
    [
      { chainIds: [5] },
      '"chainIds[0]" is 5, expected the chain id of a node: 31337',
    ],
    [both, '"mnemonic" is given beside "privateKeys"'],
  ])('default: %o', (options, words) => {
    expect(given(options)).toContain(words)
  })

  test('behavior: no message holds a secret', () => {
    const secret = `0x${'ab'.repeat(30)}`
    expect(given({ privateKeys: [secret] })).toMatch(
      /"privateKeys\[0\]" is a string of 62 characters, expected a private key/,
    )
    expect(given({ privateKeys: [`0x${'0'.repeat(64)}`] })).toContain(
      'privateKeys[0]',
    )
    expect(given({ mnemonic: 'my secret words' })).not.toContain('secret')
  })

  test.each([
    ['two of the chain id 31337', () => [createMockNode(), createMockNode()]],
    ['an empty array', () => []],
    [
      'where node is what createMockNode returned',
      () => createMockNode().provider,
    ],
    ['nothing', () => undefined],
  ])('default: nodes are nodes, of distinct chain ids: %s', (words, make) => {
    expect(refusal(() => createWallet(make() as never))).toContain(words)
  })
})

test('a signature is of its key and its hash, whatever was signed before', async () => {
  const words = [toHex(7, { size: 32 }), toHex(8, { size: 32 })]
  for (const again of [1, 2])
    for (const privateKey of words)
      for (const hash of words) {
        const { r, s, yParity } = accountOf(privateKey).sign(hash)
        const expected = await sign({ hash, privateKey })
        expect({ again, r, s, yParity }).toEqual({
          again,
          r: expected.r,
          s: expected.s,
          yParity: expected.yParity,
        })
      }
})
