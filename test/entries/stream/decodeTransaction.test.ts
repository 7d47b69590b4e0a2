import { Transaction } from 'ethers'
import fc from 'fast-check'
import {
  concatHex,
  type Hex,
  keccak256,
  parseGwei,
  type TransactionSerializable,
  toRlp,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { isPresealError } from '../../../src/base/errors/errors.js'
import { decodeTransaction } from '../../../src/entries/stream/decodeTransaction.js'
import { bob, token, word } from '../../node/actors.js'
import { share } from '../../runs.js'

const account = privateKeyToAccount(word(7))
const common = {
  nonce: 3,
  gas: 50_000n,
  to: bob,
  value: 1n,
  data: '0x01',
} as const
const fees = { maxFeePerGas: parseGwei('3'), maxPriorityFeePerGas: 1n }
const accessList = [{ address: token as Hex, storageKeys: [word(1), word(2)] }]

const transactions: { [name: string]: TransactionSerializable } = {
  'legacy, before EIP-155': { type: 'legacy', ...common, gasPrice: 5n },
  legacy: { type: 'legacy', ...common, chainId: 10, gasPrice: 5n },
  eip2930: {
    type: 'eip2930',
    ...common,
    chainId: 10,
    gasPrice: 5n,
    accessList,
  },
  eip1559: { type: 'eip1559', ...common, chainId: 10, ...fees, accessList },
  'a creation': { type: 'eip1559', ...common, to: null, chainId: 10, ...fees },
  eip4844: {
    type: 'eip4844',
    ...common,
    chainId: 10,
    ...fees,
    maxFeePerBlobGas: 9n,
    blobVersionedHashes: [`0x01${'ab'.repeat(31)}`],
  },
}

async function signed() {
  const authorization = await account.signAuthorization({
    chainId: 10,
    address: token,
    nonce: 4,
  })
  const all: { [name: string]: TransactionSerializable } = {
    ...transactions,
    eip7702: {
      type: 'eip7702',
      ...common,
      chainId: 10,
      ...fees,
      authorizationList: [authorization],
    },
  }
  return Promise.all(
    Object.entries(all).map(
      async ([name, transaction]) =>
        [name, await account.signTransaction(transaction)] as const,
    ),
  )
}

const deposit = (isSystemTx: Hex) =>
  concatHex([
    '0x7e',
    toRlp([
      word(1),
      bob,
      token,
      '0x05', // mint
      '0x', // value
      '0x0f4240',
      isSystemTx,
      '0x3db6be2b',
    ]),
  ])

function decoded(raw: unknown) {
  try {
    return decodeTransaction(raw, 'transaction')
  } catch (error) {
    if (isPresealError(error)) return undefined
    throw error
  }
}

describe('decodeTransaction', () => {
  test('default: every type, as ethers reads it', async () => {
    for (const [name, raw] of await signed()) {
      const { hash, envelope, wire } = decodeTransaction(raw, 'transaction')
      const oracle = Transaction.from(raw)
      expect({ name, hash }).toEqual({ name, hash: oracle.hash })
      expect(keccak256(envelope)).toBe(hash)
      expect(wire).toMatchObject({
        type: `0x${oracle.type}`,
        from: account.address.toLowerCase(),
        to: oracle.to === null ? null : bob,
        nonce: '0x3',
        gas: '0xc350',
        value: '0x1',
        input: '0x01',
        r: `0x${BigInt(oracle.signature?.r ?? 0).toString(16)}`,
        s: `0x${BigInt(oracle.signature?.s ?? 0).toString(16)}`,
      })
      expect(BigInt((wire.chainId as Hex | undefined) ?? 0)).toBe(
        oracle.chainId,
      )
      const { accessList = [] } = wire as { accessList?: object[] }
      expect(accessList).toEqual(
        (oracle.accessList ?? []).map(({ address, storageKeys }) => ({
          address: address.toLowerCase(),
          storageKeys,
        })),
      )
    }
  })

  test('behavior: the fields of each type', async () => {
    const names = (await signed()).map(([name, raw]) => {
      const { wire } = decodeTransaction(raw, 'transaction')
      return [name, Object.keys(wire).join(' ')]
    })
    expect(Object.fromEntries(names)).toMatchInlineSnapshot(`
      {
        "a creation": "type from chainId nonce maxPriorityFeePerGas maxFeePerGas gas to value input accessList yParity r s v",
        "eip1559": "type from chainId nonce maxPriorityFeePerGas maxFeePerGas gas to value input accessList yParity r s v",
        "eip2930": "type from chainId nonce gasPrice gas to value input accessList yParity r s v",
        "eip4844": "type from chainId nonce maxPriorityFeePerGas maxFeePerGas gas to value input accessList maxFeePerBlobGas blobVersionedHashes yParity r s v",
        "eip7702": "type from chainId nonce maxPriorityFeePerGas maxFeePerGas gas to value input accessList authorizationList yParity r s v",
        "legacy": "type chainId from nonce gasPrice gas to value input v r s",
        "legacy, before EIP-155": "type from nonce gasPrice gas to value input v r s",
      }
    `)
  })

  test('behavior: the sender is recovered for any key', async () => {
    for (let key = 1; key <= 2; key++) {
      const signer = privateKeyToAccount(word(key))
      for (const transaction of Object.values(transactions)) {
        const raw = await signer.signTransaction(transaction)
        const { wire } = decodeTransaction(raw, 'transaction')
        expect(wire.from).toBe(signer.address.toLowerCase())
      }
    }
  })

  test('behavior: a deposit', () => {
    const { wire } = decodeTransaction(deposit('0x'), 'transaction')
    expect(wire).toMatchInlineSnapshot(`
      {
        "from": "0x0000000000000000000000000000000000000b0b",
        "gas": "0xf4240",
        "input": "0x3db6be2b",
        "mint": "0x5",
        "nonce": "0x0",
        "r": "0x0",
        "s": "0x0",
        "sourceHash": "0x0000000000000000000000000000000000000000000000000000000000000001",
        "to": "0x000000000000000000000000000000000000c0de",
        "type": "0x7e",
        "v": "0x0",
        "value": "0x0",
      }
    `)
    expect(decodeTransaction(deposit('0x01'), 'transaction').wire).toEqual({
      ...wire,
      isSystemTx: true,
    })
    expect(decoded(deposit('0x02'))).toBeUndefined()
  })

  test('behavior: any change of any byte is another transaction, or none', async () => {
    const all = await signed()
    await fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        ([, raw], at, change) => {
          const bytes = Buffer.from(raw.slice(2), 'hex')
          const position = at % bytes.length
          bytes[position] = (bytes[position] ?? 0) ^ change
          const changed = decoded(`0x${bytes.toString('hex')}`)
          const { hash } = decodeTransaction(raw, 'transaction')
          expect(changed?.hash).not.toBe(hash)
          expect(decoded(raw.slice(0, 2 + position * 2))).toBeUndefined()
        },
      ),
      { numRuns: share(300) },
    )
  })

  test('error: what is no envelope', async () => {
    const [, [, legacy] = ['', '0x'] as const] = await signed()
    const bad = [
      undefined,
      5,
      '',
      '0x',
      '0x02',
      '0x02c0',
      '0xc0',
      '0x80',
      '0x7e',
      '0x7ec0',
      `${legacy}00`,
      legacy.slice(0, -2),
      // A length of 2^64 - 1.
      '0x02ffffffffffffffffff',
      `0x05${legacy.slice(2)}`,
    ]
    for (const raw of bad) expect([raw, decoded(raw)]).toEqual([raw, undefined])
  })
})
