import { keccak256 } from '../hash/keccak256.js'
import { display } from '../hex/display.js'
import {
  type Hash,
  type Hex,
  parseAddress,
  parseData,
  toBytes,
  toHex,
  toWord,
} from '../hex/hex.js'
import { encodeText } from '../hex/text.js'
import { unreadable } from './wire.js'

/**
 * The payload that `personal_sign` signs: the bytes behind a prefix (EIP-191).
 */
export function hashMessage(message: Hex): Hash {
  const bytes = toBytes(message)
  const prefix = `\x19Ethereum Signed Message:\n${bytes.length}`
  return toHex(
    keccak256(toBytes(`${encodeText(prefix)}${message.slice(2)}` as Hex)),
  )
}

/** As `eth_signTypedData_v4` is sent it, parsed as JSON (EIP-712). */
export type TypedData = {
  readonly types: Types
  readonly primaryType: string
  readonly domain: Values
  readonly message: Values
}

type Member = { readonly name: string; readonly type: string }
type Types = { readonly [type: string]: readonly Member[] }
type Values = { readonly [name: string]: unknown }

/**
 * The hash that is signed: domain and message behind the prefix of EIP-191.
 *
 * @throws InvalidParametersError naming the value that does not have its type.
 */
export function hashTypedData(data: TypedData): Hash {
  const { types, primaryType, domain, message } = data
  // Without a prototype, so that none of its names is a type.
  const all: Types = Object.assign(
    Object.create(null),
    { EIP712Domain: domainType(domain) },
    types,
  )
  const parts = [hashStruct(all, 'EIP712Domain', domain, 'domain')]
  if (primaryType !== 'EIP712Domain')
    parts.push(hashStruct(all, primaryType, message, 'message'))
  return hash(`0x1901${parts.map((part) => part.slice(2)).join('')}`)
}

const domainTypes: { readonly [name: string]: string } = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/** If the types do not say it, fields of the domain, in this order. */
function domainType(domain: Values): readonly Member[] {
  return Object.entries(domainTypes)
    .filter(([name]) => isGiven(domain[name]))
    .map(([name, type]) => ({ name, type }))
}

function hashStruct(
  types: Types,
  type: string,
  value: Values,
  path: string,
): Hash {
  const members = types[type]
  if (members === undefined)
    throw unreadable(
      path,
      `of the type ${display(type)}`,
      `one of ${Object.keys(types).join(', ')}`,
    )
  const words = members.map((member) =>
    encodeValue(
      types,
      member.type,
      value[member.name],
      `${path}.${member.name}`,
    ),
  )
  return hash(
    `${hashText(encodeType(types, type))}${words.map((word) => word.slice(2)).join('')}`,
  )
}

/** The type with all that it refers to, by name: `Mail(Person from)Person(…)`. */
function encodeType(types: Types, type: string): string {
  const found = new Set<string>()
  collect(types, type, found)
  found.delete(type)
  return [type, ...[...found].sort()]
    .map((name) => {
      const members = types[name] ?? []
      return `${name}(${members.map(({ name, type }) => `${type} ${name}`).join(',')})`
    })
    .join('')
}

function collect(types: Types, type: string, found: Set<string>): void {
  const members = types[type]
  if (members === undefined || found.has(type)) return
  found.add(type)
  for (const member of members)
    collect(types, member.type.replace(/(\[\d*\])+$/, ''), found)
}

const arrayType = /^(.*)\[(\d*)\]$/
const integerType = /^(u?)int(\d{0,3})$/
const bytesType = /^bytes([1-9]|[12]\d|3[0-2])$/

/** The 32 bytes that stand for a value. */
function encodeValue(
  types: Types,
  type: string,
  value: unknown,
  path: string,
): Hash {
  const list = arrayType.exec(type)
  if (list !== null) {
    const [, of = '', length] = list
    const isFit =
      length === '' || (value as unknown[])?.length === Number(length)
    if (!Array.isArray(value) || !isFit) throw wrong(path, value, type)
    const words = value.map((item: unknown, index) =>
      encodeValue(types, of, item, `${path}[${index}]`).slice(2),
    )
    return hash(`0x${words.join('')}`)
  }
  if (types[type] !== undefined) {
    // In version 4 an absent struct is zero, so that types recur.
    if (!isGiven(value)) return toWord(0n)
    if (typeof value !== 'object') throw wrong(path, value, type)
    return hashStruct(types, type, value as Values, path)
  }
  if (type === 'string') {
    if (typeof value !== 'string') throw wrong(path, value, type)
    return hashText(value)
  }
  if (type === 'bytes') return hash(dataOf(value, path, type))
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw wrong(path, value, type)
    return toWord(value ? 1n : 0n)
  }
  if (type === 'address') {
    const parsed = parseAddress(value)
    if (!parsed.ok) throw wrong(path, value, type)
    return toWord(BigInt(parsed.value))
  }
  const fixed = bytesType.exec(type)
  if (fixed !== null) {
    const bytes = dataOf(value, path, type)
    if (bytes.length !== 2 + 2 * Number(fixed[1]))
      throw wrong(path, value, type)
    return bytes.padEnd(66, '0') as Hash
  }
  const [, sign, size] = integerType.exec(type) ?? []
  const bits = size === '' ? 256 : Number(size)
  if (bits > 0 && bits <= 256 && bits % 8 === 0)
    return encodeInteger(value, sign === 'u', BigInt(bits), path, type)
  throw unreadable(
    path,
    `of the type ${display(type)}`,
    'a type of Solidity or one of "types"',
  )
}

function encodeInteger(
  value: unknown,
  isUnsigned: boolean,
  bits: bigint,
  path: string,
  type: string,
): Hash {
  const integer = toInteger(value)
  const least = isUnsigned ? 0n : -(1n << (bits - 1n))
  const most = (1n << (isUnsigned ? bits : bits - 1n)) - 1n
  if (integer === undefined || integer < least || integer > most)
    throw wrong(path, value, type)
  return toWord(BigInt.asUintN(256, integer))
}

const integerText = /^-?(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/

/** JSON writes large ones as text, in decimal or hex. */
function toInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string' || !integerText.test(value)) return undefined
  return value.startsWith('-') ? -BigInt(value.slice(1)) : BigInt(value)
}

function dataOf(value: unknown, path: string, type: string): Hex {
  const parsed = parseData(value)
  if (!parsed.ok) throw wrong(path, value, type)
  return parsed.value
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function wrong(path: string, value: unknown, type: string) {
  return unreadable(path, display(value), `a value of ${type}`)
}

function hash(data: Hex | string): Hash {
  return toHex(keccak256(toBytes(data as Hex)))
}

function hashText(text: string): Hash {
  return toHex(keccak256(toBytes(encodeText(text))))
}
