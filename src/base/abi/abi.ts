import type { Address, Hash, Hex } from '../hex/hex.js'
import { decodeText, encodeText } from '../hex/text.js'

/**
 * A type of Solidity's ABI. Encoded values are hex digits without `0x`, which
 * are cut and joined faster than bytes are.
 */
export type AbiType<value> = {
  /** As signatures have it. */
  readonly name: string
  /** How many digits stand in its place, if it is not elsewhere. */
  readonly length: number
  /** Whether it is elsewhere, and its place says where. */
  readonly isDynamic: boolean
  encode(value: value): string
  /** @throws RangeError if the digits from there on are no such value. */
  decode(digits: string, at: number): value
}

/** A word has this many digits. */
const wordLength = 64

export function toDigits(value: bigint | number): string {
  return value.toString(16).padStart(wordLength, '0')
}

function cut(digits: string, at: number, length: number): string {
  if (at + length > digits.length) throw new RangeError('The data is short.')
  return digits.slice(at, at + length)
}

/** A length or a place; too large a one is past everything all the same. */
function readCount(digits: string, at: number): number {
  return Number.parseInt(cut(digits, at, wordLength), 16)
}

const emptyHigh = (digits: number) => '0'.repeat(wordLength - digits)

/** A number of `bits` bits, or any value that is one, such as an address. */
function ofBits<value>(
  name: string,
  bits: number,
  encode: (value: value) => string,
  read: (digits: string) => value,
): AbiType<value> {
  const high = emptyHigh(bits / 4)
  return {
    name,
    length: wordLength,
    isDynamic: false,
    encode,
    decode(digits, at) {
      if (!digits.startsWith(high, at))
        throw new RangeError(`${cut(digits, at, wordLength)} is no ${name}.`)
      return read(cut(digits, at + high.length, wordLength - high.length))
    },
  }
}

export const uint256 = ofBits<bigint>('uint256', 256, toDigits, toNumber)
export const uint16 = ofBits<bigint>('uint16', 16, toDigits, toNumber)
export const uint8 = ofBits<bigint>('uint8', 8, toDigits, toNumber)

function toNumber(digits: string): bigint {
  return BigInt(`0x${digits}`)
}

const highOfAddress = emptyHigh(40)

export const address = ofBits<Address>(
  'address',
  160,
  (value) => highOfAddress + value.slice(2),
  (digits) => `0x${digits}`,
)

export const bytes32 = ofBits<Hash>(
  'bytes32',
  256,
  (value) => value.slice(2),
  (digits) => `0x${digits}`,
)

export const bool: AbiType<boolean> = {
  ...uint256,
  name: 'bool',
  encode: (value) => toDigits(value ? 1 : 0),
  decode(digits, at) {
    const value = uint256.decode(digits, at)
    if (value > 1n) throw new RangeError(`${value} is no bool.`)
    return value === 1n
  },
}

export const bytes: AbiType<Hex> = {
  name: 'bytes',
  length: wordLength,
  isDynamic: true,
  encode(value) {
    const digits = value.slice(2)
    const rest = digits.length % wordLength
    const padding = rest === 0 ? '' : '0'.repeat(wordLength - rest)
    return toDigits(digits.length / 2) + digits + padding
  },
  decode(digits, at) {
    const length = readCount(digits, at)
    return `0x${cut(digits, at + wordLength, 2 * length)}`
  },
}

/** As UTF-8. */
export const string: AbiType<string> = {
  ...bytes,
  name: 'string',
  encode: (value) => bytes.encode(encodeText(value)),
  decode: (digits, at) => decodeText(bytes.decode(digits, at)),
}

// biome-ignore lint/suspicious/noExplicitAny: a type of values is its own.
export type AnyType = AbiType<any>

export type ValuesOf<types extends readonly AnyType[]> = {
  -readonly [at in keyof types]: types[at] extends AbiType<infer value>
    ? value
    : never
}

/** A struct, and the list of parameters of a function. */
export function tuple<const types extends readonly AnyType[]>(
  ...types: types
): AbiType<ValuesOf<types>> {
  const isDynamic = types.some((type) => type.isDynamic)
  const heads = types.reduce((sum, { length }) => sum + length, 0)
  return {
    name: `(${types.map(({ name }) => name).join(',')})`,
    length: isDynamic ? wordLength : heads,
    isDynamic,
    encode: (values) => encodeAll(values, (at) => types[at] as AnyType, heads),
    decode(digits, start) {
      let at = start
      return types.map((type) => {
        const value = decodeAt(type, digits, at, start)
        at += type.length
        return value
      }) as ValuesOf<types>
    },
  }
}

/** An array, of a fixed number of items or of any. */
export function arrayOf<value>(
  type: AbiType<value>,
  fixed?: number,
): AbiType<value[]> {
  const isDynamic = fixed === undefined || type.isDynamic
  return {
    name: `${type.name}[${fixed ?? ''}]`,
    length: isDynamic ? wordLength : fixed * type.length,
    isDynamic,
    encode: (values) =>
      (fixed === undefined ? toDigits(values.length) : '') +
      encodeAll(values, () => type, values.length * type.length),
    decode(digits, at) {
      const count = fixed ?? readCount(digits, at)
      const start = fixed === undefined ? at + wordLength : at
      // Items without a length are not to be countless.
      if (count > digits.length || start + count * type.length > digits.length)
        throw new RangeError('The array is longer than the data.')
      return Array.from({ length: count }, (_, index) =>
        decodeAt(type, digits, start + index * type.length, start),
      )
    },
  }
}

/** First what stands in its place or says where it is, then what is elsewhere. */
function encodeAll(
  values: readonly unknown[],
  typeAt: (at: number) => AnyType,
  heads: number,
): string {
  let head = ''
  let tail = ''
  for (const [at, value] of values.entries()) {
    const type = typeAt(at)
    const encoded = type.encode(value)
    head += type.isDynamic ? toDigits((heads + tail.length) / 2) : encoded
    if (type.isDynamic) tail += encoded
  }
  return head + tail
}

function decodeAt<value>(
  type: AbiType<value>,
  digits: string,
  at: number,
  start: number,
): value {
  if (!type.isDynamic) return type.decode(digits, at)
  return type.decode(digits, start + 2 * readCount(digits, at))
}

/** A call within one of Multicall3. */
type CallWithin = {
  readonly to: Address
  readonly data: Hex
  /** The first four bytes of its data. */
  readonly selector: Hex
  /** Its answer; null while it is not known. */
  readonly output: Hex | null
  /** Null while it is not known. */
  readonly isSuccess: boolean | null
}

/** `aggregate3((address target, bool allowFailure, bytes callData)[])` */
const selector = '0x82ad56cb'

/**
 * The calls within a call of Multicall3, as client libraries make it of several
 * reads; none if the data is something else.
 */
export function readAggregate3(data: unknown, result: unknown): CallWithin[] {
  if (typeof data !== 'string' || !data.startsWith(selector)) return []
  const calls = decode(
    arrayOf(tuple(address, bool, bytes)),
    data.slice(selector.length),
  )
  const results =
    typeof result === 'string'
      ? decode(arrayOf(tuple(bool, bytes)), result.slice(2))
      : []
  return calls.map(([to, , data], index) => {
    const [isSuccess = null, output = null] = results[index] ?? []
    return { to, data, selector: data.slice(0, 10) as Hex, output, isSuccess }
  })
}

/** The one value that the digits hold; none if they are no such value. */
function decode<item>(type: AbiType<item[]>, digits: string): item[] {
  try {
    const [values] = tuple(type).decode(digits, 0)
    return values
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
