import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import {
  concat,
  type Hex,
  hashTypedData,
  keccak256,
  recoverAddress,
  stringToHex,
  type TypedDataDefinition,
  toHex,
  verifyMessage,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { word } from '../../conformance/actors.js'
import { share } from '../../runs.js'
import { openApp } from './connect.js'

const account = mnemonicToAccount(
  'test test test test test test test test test test test junk',
)

const hashText = (text: string) => keccak256(stringToHex(text))
const hashWords = (type: Hex, ...values: bigint[]) =>
  keccak256(concat([type, ...values.map(word)]))

describe('personal_sign', () => {
  test('default: the signature that the key gives elsewhere', async () => {
    const { app } = openApp()
    for (const message of [
      'hello',
      'ä€𝄞',
      '',
      '0x',
      { raw: '0x00ff' as Hex },
    ]) {
      const signature = await app.signMessage({ message })
      expect(signature).toBe(await account.signMessage({ message }))
      const { address } = account
      expect(await verifyMessage({ address, message, signature })).toBe(true)
    }
  })

  test('behavior: text that is not hex is signed as text', async () => {
    const { wallet, ask } = openApp()
    const signature = await ask('personal_sign', ['hello', wallet.account])
    expect(signature).toBe(await account.signMessage({ message: 'hello' }))
  })

  test('behavior: eth_sign is the same with its parameters turned', async () => {
    const { wallet, ask } = openApp()
    const signature = await ask('eth_sign', [wallet.account, toHex('hello')])
    expect(signature).toBe(await account.signMessage({ message: 'hello' }))
  })
})

const bits = fc.integer({ min: 1, max: 32 }).map((bytes) => bytes * 8)
const hexOf = (bytes: Uint8Array) => toHex(bytes)

/** A type of Solidity, and its values as JSON has them. */
type Typed = { type: string; value: fc.Arbitrary<unknown> }

const bytesOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(hexOf)

const atom: fc.Arbitrary<Typed> = fc.oneof(
  fc.constant<Typed>({
    type: 'string',
    value: fc.string({ unit: 'grapheme' }),
  }),
  fc.constant<Typed>({ type: 'bool', value: fc.boolean() }),
  fc.constant<Typed>({ type: 'address', value: bytesOf(20) }),
  fc.constant<Typed>({ type: 'bytes', value: fc.uint8Array().map(hexOf) }),
  fc.integer({ min: 1, max: 32 }).map((size) => ({
    type: `bytes${size}`,
    value: bytesOf(size),
  })),
  bits.map((size) => ({
    type: `uint${size}`,
    value: fc.bigInt(0n, 2n ** BigInt(size) - 1n).map(String),
  })),
  bits.map((size) => ({
    type: `int${size}`,
    value: fc
      .bigInt(-(2n ** BigInt(size - 1)), 2n ** BigInt(size - 1) - 1n)
      .map(String),
  })),
)

const listed = (of: fc.Arbitrary<Typed>): fc.Arbitrary<Typed> =>
  fc
    .tuple(of, fc.option(fc.constantFrom(1, 2, 3, 12)))
    .map(([{ type, value }, length]) => ({
      type: `${type}[${length ?? ''}]`,
      value: fc.array(value, {
        minLength: length ?? 0,
        maxLength: length ?? 3,
      }),
    }))

const names = ['a', 'b', 'c'] as const

/** A struct of those types, by a name of its own. */
const structOf = (name: string, of: fc.Arbitrary<Typed>) =>
  fc.array(of, { minLength: 1, maxLength: 3 }).map((fields) => ({
    type: name,
    members: fields.map(({ type }, index) => ({
      name: `${names[index]}`,
      type,
    })),
    value: fc.record(
      Object.fromEntries(
        fields.map(({ value }, index) => [`${names[index]}`, value]),
      ),
    ),
  }))

const domainFields = {
  name: { type: 'string', value: fc.string() },
  version: { type: 'string', value: fc.string() },
  chainId: { type: 'uint256', value: fc.nat().map(String) },
  verifyingContract: { type: 'address', value: bytesOf(20) },
  salt: { type: 'bytes32', value: bytesOf(32) },
}

const domainOf = fc
  .subarray(Object.keys(domainFields) as (keyof typeof domainFields)[])
  .chain((keys) =>
    fc
      .record(
        Object.fromEntries(keys.map((key) => [key, domainFields[key].value])),
      )
      .map((domain) => ({
        domain: { ...domain },
        EIP712Domain: keys.map((name) => ({
          name,
          type: domainFields[name].type,
        })),
      })),
  )

const typedData = structOf('Inner', fc.oneof(atom, listed(atom)))
  .chain((inner) => {
    const any = fc.oneof(atom, fc.constant<Typed>(inner))
    const field = fc.oneof(any, listed(any), listed(listed(any)))
    return fc.tuple(fc.constant(inner), structOf('Outer', field))
  })
  .chain(([inner, outer]) =>
    fc
      .tuple(domainOf, outer.value)
      .map(([{ domain, EIP712Domain }, message]) => ({
        domain,
        types: {
          EIP712Domain,
          Outer: outer.members,
          // What nothing refers to is an error of ethers.
          ...(outer.members.some(({ type }) => type.startsWith('Inner')) && {
            Inner: inner.members,
          }),
        },
        primaryType: 'Outer',
        message: { ...message },
      })),
  )

/** The signature of typed data, or the error in its place. */
const signed = (data: unknown, { ask, wallet } = openApp()) =>
  ask('eth_signTypedData_v4', [wallet.account, data])

describe('eth_signTypedData_v4', () => {
  test('behavior: a struct that is left out is zero, so types may recur', async () => {
    const types = {
      Node: [
        { name: 'value', type: 'uint8' },
        { name: 'next', type: 'Node' },
      ],
    }
    const data = {
      types,
      primaryType: 'Node',
      domain: {},
      message: { value: 1, next: { value: 2, next: null } },
    }
    const signature = (await signed(JSON.stringify(data))) as Hex
    const type = hashText('Node(uint8 value,Node next)')
    const inner = hashWords(type, 2n, 0n)
    const outer = hashWords(type, 1n, BigInt(inner))
    const domain = hashWords(hashText('EIP712Domain()'))
    const hash = keccak256(concat(['0x1901', domain, outer]))
    expect(await recoverAddress({ hash, signature })).toBe(account.address)
  })

  test('behavior: as viem and ethers hash, whatever the data', async () => {
    const opened = openApp()
    await fc.assert(
      fc.asyncProperty(typedData, async (data) => {
        const text = JSON.stringify(data)
        const signature = (await signed(text, opened)) as Hex
        const hash = hashTypedData(data as TypedDataDefinition)
        expect(await recoverAddress({ hash, signature })).toBe(account.address)
        const { EIP712Domain, ...types } = data.types
        expect(TypedDataEncoder.hash(data.domain, types, data.message)).toBe(
          hash,
        )
      }),
      { numRuns: share(200, 6) },
    )
  })

  const of = (type: string, value: unknown) => ({
    types: { Mail: [{ name: 'a', type }] },
    primaryType: 'Mail',
    domain: {},
    message: { a: value },
  })

  test.each([
    [
      '{',
      'given "{", expected typed data { types, primaryType, domain, message }, or its JSON',
    ],
    [
      { primaryType: 'Mail', domain: {}, message: {} },
      'given nothing, expected "types" as lists of { name, type }',
    ],
    [
      of('B', 1),
      'message.a is of the type "B", expected a type of Solidity or one of "types"',
    ],
    [
      { ...of('bool', true), primaryType: 'constructor' },
      'message is of the type "constructor", expected one of EIP712Domain, Mail',
    ],
    [of('uint8', 256), 'message.a is 256, expected a value of uint8'],
    [of('int8', '-129'), 'message.a is "-129", expected a value of int8'],
    [of('bool', 1), 'message.a is 1, expected a value of bool'],
    [of('string', 1), 'message.a is 1, expected a value of string'],
    [of('address', '0x1'), 'message.a is "0x1", expected a value of address'],
    [
      of('bool[2]', [true]),
      'message.a is an array of 1, expected a value of bool[2]',
    ],
    [
      of('bool[2]', undefined),
      'message.a is nothing, expected a value of bool[2]',
    ],
    [of('uint8[]', [1, 256]), 'message.a[1] is 256, expected a value of uint8'],
    [of('bytes2', '0x01'), 'message.a is "0x01", expected a value of bytes2'],
    [
      of('uint7', 1),
      'message.a is of the type "uint7", expected a type of Solidity or one of "types"',
    ],
  ])('error: %j', async (data, message) => {
    expect(await signed(data)).toEqual({
      code: -32602,
      message: `Invalid parameter 2 "typedData": ${message}`,
    })
  })
})
