import {
  type Hash,
  type Hex,
  lastNonce,
  type Nonce,
  parseAddress,
  parseData,
  parseHash,
  parseQuantity,
  type Result,
  refuse,
  toHex,
  toNonce,
  toQuantity,
  toWord,
  wordToScalar,
} from '../hex/hex.js'
import {
  decodeBytes,
  decodeList,
  decodeScalar,
  type RlpInput,
  type RlpItem,
} from './rlp.js'
import {
  parseHashes,
  readField,
  readItems,
  readOptional,
  type Wire,
} from './wire.js'

/**
 * A value in its three forms: in the code, in an envelope (RLP), and in a
 * node's JSON.
 */
export type Field<value, json = Hex> = {
  encode(value: value): RlpInput
  /** @throws RangeError if an item is not the one form of a value. */
  decode(item: RlpItem): value
  /** @throws InvalidParametersError naming it by its path. */
  read(wire: Wire, path: string): value
  /** Anew each time; undefined if nodes leave it out. */
  write(value: value): json
  /** Its name in JSON. */
  readonly wireName: string
}

export type FieldSet = { readonly [name: string]: Field<unknown, unknown> }

export type FieldSetValues<fields> = {
  readonly [name in keyof fields]: fields[name] extends Field<
    infer value,
    infer _
  >
    ? value
    : never
}

export type Written<fields> = {
  -readonly [name in keyof fields]: fields[name] extends Field<
    infer _,
    infer json
  >
    ? json
    : never
}

/** The list of the named fields, in the order of the names. */
export function encodeFields<fields extends FieldSet>(
  fields: fields,
  names: readonly (keyof fields)[],
  values: { readonly [name in keyof fields]?: unknown },
): RlpInput[] {
  return names.map((name) => at(fields, name).encode(values[name]))
}

/** @throws RangeError if the list holds more, less or something else. */
export function decodeFields<fields extends FieldSet>(
  fields: fields,
  names: readonly (keyof fields)[],
  item: RlpItem,
): FieldSetValues<fields> {
  const items = decodeList(item, names.length)
  return named(names, (name, position) =>
    at(fields, name).decode(items[position] as RlpItem),
  ) as FieldSetValues<fields>
}

/** @throws InvalidParametersError naming the first that cannot be read. */
export function readWireFields<fields extends FieldSet>(
  fields: fields,
  names: readonly (keyof fields)[],
  wire: Wire,
  path: string,
): FieldSetValues<fields> {
  return named(names, (name) =>
    at(fields, name).read(wire, path),
  ) as FieldSetValues<fields>
}

/** In JSON, by their names inside. */
export function writeWireFields<fields extends FieldSet>(
  fields: fields,
  names: readonly (keyof fields)[],
  values: { readonly [name in keyof fields]?: unknown },
): Written<fields> {
  return named(names, (name) =>
    at(fields, name).write(values[name]),
  ) as Written<fields>
}

function at<fields extends FieldSet>(
  fields: fields,
  name: keyof fields,
): Field<unknown, unknown> {
  return fields[name] as Field<unknown, unknown>
}

function named<name extends PropertyKey>(
  names: readonly name[],
  make: (name: name, position: number) => unknown,
) {
  return Object.fromEntries(
    names.map((name, position) => [name, make(name, position)]),
  )
}

/** What RLP takes as it is. */
function itself<value extends RlpInput>(value: value): value {
  return value
}

/** A number of wei or gas. */
export const quantity = (wireName: string): Field<bigint> => ({
  wireName,
  encode: itself,
  decode: decodeScalar,
  read: (wire, path) => readField(wire, path, wireName, parseQuantity),
  write: toQuantity,
})

/** A field that nodes may leave out of their JSON if it is zero. */
export const sparseQuantity = (wireName: string): Field<bigint> => ({
  ...quantity(wireName),
  read: (wire, path) => readOptional(wire, path, wireName, parseQuantity) ?? 0n,
})

/** A number that JavaScript's own hold. */
export const count = (wireName: string): Field<number> => ({
  wireName,
  encode: itself,
  decode: (item) => {
    const scalar = decodeScalar(item)
    const value = Number(scalar)
    if (BigInt(value) === scalar) return value
    throw new RangeError(`${wireName} is ${scalar}, which no number holds.`)
  },
  read: (wire, path) => Number(readField(wire, path, wireName, parseQuantity)),
  write: toQuantity,
})

export const nonce = (wireName: string): Field<Nonce> => ({
  wireName,
  encode: itself,
  decode: (item) => {
    const scalar = decodeScalar(item)
    if (scalar <= lastNonce) return toNonce(scalar)
    throw new RangeError(`${wireName} is ${scalar}, above 2^64 - 1.`)
  },
  read: (wire, path) => readField(wire, path, wireName, parseNonce),
  write: toQuantity,
})

function parseNonce(given: unknown): Result<Nonce> {
  const parsed = parseQuantity(given)
  if (!parsed.ok) return parsed
  return parsed.value <= lastNonce
    ? { ok: true, value: toNonce(parsed.value) }
    : refuse(given, 'a nonce of at most 2^64 - 1')
}

/** A number kept as the 32 bytes of a word, such as r and s. */
export const word = (wireName: string): Field<Hash> => ({
  wireName,
  encode: wordToScalar,
  decode: (item) => toWord(decodeScalar(item)),
  read: (wire, path) => toWord(readField(wire, path, wireName, parseQuantity)),
  write: (value) => toQuantity(BigInt(value)),
})

/** Bytes of any length, or of one. */
const bytes =
  (parse: (given: unknown) => Result<Hex>, length?: number) =>
  (wireName: string): Field<Hex> => ({
    wireName,
    encode: itself,
    decode: (item) => toHex(decodeBytes(item, length)),
    read: (wire, path) => readField(wire, path, wireName, parse),
    write: (value) => value,
  })

export const data = bytes(parseData)
export const hash = bytes(parseHash, 32)
export const address = bytes(parseAddress, 20)

/** Null, zero bytes in RLP, creates a contract. */
export const recipient = (wireName: string): Field<Hex | null, Hex | null> => {
  const { decode } = address(wireName)
  return {
    wireName,
    encode: (value) => value ?? '0x',
    decode: (item) => (decodeBytes(item).length === 0 ? null : decode(item)),
    read: (wire, path) =>
      readOptional(wire, path, wireName, parseAddress) ?? null,
    write: (value) => value,
  }
}

/** op-geth leaves it out if it is false. */
export const flag = (wireName: string): Field<boolean, true | undefined> => ({
  wireName,
  encode: Number,
  decode: (item) => decodeParity(item) === 1,
  read: (wire) => wire[wireName] === true,
  write: (value) => value || undefined,
})

/** A signature's parity: older nodes give only `v`. */
export const parity = (wireName: string): Field<number> => ({
  wireName,
  encode: itself,
  decode: decodeParity,
  read: (wire, path) => {
    const given = readOptional(wire, path, wireName, parseQuantity)
    const v = readV(wire, path)
    return (given ?? (v < 27n ? v : v - 27n)) % 2n === 1n ? 1 : 0
  },
  write: toQuantity,
})

/** A signature's parity, or for legacy ones the chain id too. */
export const recoveryValue = (wireName: string): Field<bigint> => ({
  ...quantity(wireName),
  read: readV,
})

export const hashes = (wireName: string): Field<readonly Hash[], Hash[]> => {
  const { decode } = hash(wireName)
  return {
    wireName,
    encode: itself,
    decode: (item) => decodeList(item).map(decode),
    read: (wire, path) => readField(wire, path, wireName, parseHashes),
    write: (value) => value.slice(),
  }
}

/** A list of lists, which are objects in JSON and inside. */
const listOf =
  <fields extends FieldSet>(fields: fields) =>
  (
    wireName: string,
  ): Field<readonly FieldSetValues<fields>[], Written<fields>[]> => {
    const names: (keyof fields)[] = Object.keys(fields)
    return {
      wireName,
      encode: (value) => value.map((item) => encodeFields(fields, names, item)),
      decode: (items) =>
        decodeList(items).map((item) => decodeFields(fields, names, item)),
      read: (wire, path) =>
        readItems(wire, path, wireName).map((item, index) =>
          readWireFields(fields, names, item, `${path}.${wireName}[${index}]`),
        ),
      write: (value) =>
        value.map((item) => writeWireFields(fields, names, item)),
    }
  }

export const accessList = listOf({
  address: address('address'),
  storageKeys: hashes('storageKeys'),
})

export const authorizationList = listOf({
  chainId: count('chainId'),
  address: address('address'),
  nonce: nonce('nonce'),
  yParity: parity('yParity'),
  r: word('r'),
  s: word('s'),
})

/** Before EIP-2930 it held the parity; beside `yParity` it may be left out. */
function readV(wire: Wire, path: string): bigint {
  return (
    readOptional(wire, path, 'v', parseQuantity) ??
    readField(wire, path, 'yParity', parseQuantity)
  )
}

function decodeParity(item: RlpItem): 0 | 1 {
  const scalar = decodeScalar(item)
  if (scalar < 2n) return scalar === 0n ? 0 : 1
  throw new RangeError(`${scalar} is neither 0 nor 1.`)
}
