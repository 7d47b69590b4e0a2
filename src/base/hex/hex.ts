import { display } from './display.js'

/**
 * A nonce: a number as far as numbers are exact, and a bigint from 2^53 on.
 * Each has one form, so that `===` and `<` compare any two.
 */
export type Nonce = number | bigint

/** An account may have it, but no transaction (EIP-2681). */
export const lastNonce = 2n ** 64n - 1n

export function toNonce(nonce: bigint): Nonce {
  return nonce > Number.MAX_SAFE_INTEGER ? nonce : Number(nonce)
}

export function nonceAfter(nonce: Nonce, count = 1): Nonce {
  return typeof nonce === 'number' && nonce <= Number.MAX_SAFE_INTEGER - count
    ? nonce + count
    : BigInt(nonce) + BigInt(count)
}

export function nonceBefore(nonce: Nonce): Nonce {
  return typeof nonce === 'number' ? nonce - 1 : toNonce(nonce - 1n)
}

/** For sorting. */
export function compareNonces(one: Nonce, other: Nonce): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

export type Path = readonly PropertyKey[]

/** What is wrong with a value. */
export type Issue = {
  /** The given value, as text. */
  readonly given: string
  /** The expected value, in words. */
  readonly expected: string
  /** If `expected` does not say what to do. */
  readonly advice?: string | undefined
  /** Of an unknown key: those that are known. */
  readonly known?: readonly string[] | undefined
  /** To the part that is wrong; absent for the whole. */
  readonly path?: Path | undefined
  /** What else is wrong, if it was looked for. */
  readonly others?: readonly Issue[] | undefined
}

/**
 * The canonical form of a value that is given, or why it has none. The caller
 * knows which parameter it was.
 */
export type Result<value> = { ok: true; value: value } | ({ ok: false } & Issue)

export function refuse(given: unknown, expected: string, advice?: string) {
  return { ok: false, given: display(given), expected, advice } as const
}

/** DATA as given, and as it is once its letters are lower-case. */
type Pattern = { readonly any: RegExp; readonly canonical: RegExp }

export const patterns = {
  address: {
    any: /^0x[0-9a-fA-F]{40}$/,
    canonical: /^0x[0-9a-f]{40}$/,
  },
  hash: {
    any: /^0x[0-9a-fA-F]{64}$/,
    canonical: /^0x[0-9a-f]{64}$/,
  },
  data: {
    any: /^0x(?:[0-9a-fA-F]{2})*$/,
    canonical: /^0x(?:[0-9a-f]{2})*$/,
  },
  integer: {
    any: /^0x[0-9a-fA-F]{1,64}$/,
    canonical: /^0x[0-9a-f]{1,64}$/,
  },
} satisfies { [name: string]: Pattern }

/** As many addresses and slots as a test asks for again and again. */
const mostKept = 256

/** The same parser, which keeps the results of the texts it was given first. */
export function keeping(parse: (given: unknown) => Result<Hex>) {
  const known = new Map<unknown, Result<Hex>>()
  return (given: unknown): Result<Hex> => {
    const before = known.get(given)
    if (before !== undefined) return before
    const parsed = parse(given)
    if (parsed.ok && known.size < mostKept) known.set(given, parsed)
    return parsed
  }
}

export const parseAddress: (given: unknown) => Result<Address> =
  /* @__PURE__ */ keeping((given) =>
    matching(
      given,
      patterns.address,
      'a 20-byte address as 0x and 40 hex digits',
    ),
  )

export const parseHash = (given: unknown): Result<Hash> =>
  matching(given, patterns.hash, 'a 32-byte hash as 0x and 64 hex digits')

export const parseData = (given: unknown): Result<Hex> =>
  matching(given, patterns.data, 'bytes as 0x and an even number of hex digits')

/** A whole number as text, in decimal or hex digits, of at most 32 bytes. */
export const numeral = /^(?:[0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/

const number = /^0x[0-9a-fA-F]{0,64}$/

/** A number as nodes may write it: leading zeros are fine, and so is `0x`. */
export function parseQuantity(given: unknown): Result<bigint> {
  return typeof given === 'string' && number.test(given)
    ? { ok: true, value: given === '0x' ? 0n : BigInt(given) }
    : refuse(given, 'a hexadecimal integer of at most 32 bytes')
}

const zeros = '0'.repeat(64)

/** A storage slot or word of at most 32 bytes, widened to 32. */
export const parseWord = /* @__PURE__ */ keeping((given) => {
  const parsed = matching(
    given,
    patterns.integer,
    'a hexadecimal integer of at most 32 bytes',
  )
  if (!parsed.ok || parsed.value.length === 66) return parsed
  const digits = parsed.value.slice(2)
  return { ok: true, value: `0x${zeros.slice(digits.length)}${digits}` }
})

function matching(
  given: unknown,
  pattern: Pattern,
  expected: string,
): Result<Hex> {
  if (typeof given !== 'string') return refuse(given, expected)
  if (pattern.canonical.test(given)) return { ok: true, value: given as Hex }
  return pattern.any.test(given)
    ? { ok: true, value: given.toLowerCase() as Hex }
    : refuse(given, expected)
}

export const blockTags = [
  'latest',
  'pending',
  'safe',
  'finalized',
  'earliest',
] as const

export type BlockTag = (typeof blockTags)[number]

/** A block tag, number or hash, in canonical form. */
export type BlockSelector = BlockTag | Hex

/**
 * A selector, or a block hash if the method takes one (F18 in
 * docs/reference/fidelity.md).
 */
export type StateSelector =
  | { type: 'tag'; tag: BlockTag }
  | { type: 'number'; number: bigint }
  | { type: 'hash'; hash: Hash }

const tagSelectors: ReadonlyMap<
  unknown,
  Result<StateSelector>
> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ blockTags.map((tag) => [
    tag,
    { ok: true, value: { type: 'tag', tag } },
  ]),
)

const numberPattern = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,15})$/
const numberOrTag = () =>
  `a block number below 2^64 as hex without leading zeros, or one of ${blockTags.join(', ')}`

/** The selector of `eth_getBlockByNumber`: numbers and tags only. */
export function parseSelector(given: unknown): Result<StateSelector> {
  const tagged = tagSelectors.get(given)
  if (tagged !== undefined) return tagged
  if (typeof given === 'string' && numberPattern.test(given))
    return { ok: true, value: { type: 'number', number: BigInt(given) } }
  return refuse(given, numberOrTag())
}

/** Numbers, tags, 32-byte block hashes and EIP-1898 objects. */
export function parseStateSelector(given: unknown): Result<StateSelector> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given))
    return parseSelectorObject(given as Record<string, unknown>)
  if (typeof given === 'string' && given.length === 66)
    return parseHashSelector(given)
  const parsed = parseSelector(given)
  return parsed.ok
    ? parsed
    : {
        ...parsed,
        expected: `${numberOrTag()}, a 32-byte block hash or an EIP-1898 object`,
      }
}

function parseSelectorObject(
  given: Record<string, unknown>,
): Result<StateSelector> {
  const keys = Reflect.ownKeys(given)
  const expected =
    'an EIP-1898 object: either { blockNumber } or { blockHash, requireCanonical? }'
  if (keys.length === 1 && keys[0] === 'blockNumber')
    return parseSelector(given.blockNumber)
  const known = keys.every(
    (key) => key === 'blockHash' || key === 'requireCanonical',
  )
  if (!known || !keys.includes('blockHash')) return refuse(given, expected)
  const canonical = given.requireCanonical
  if (canonical !== undefined && typeof canonical !== 'boolean')
    return refuse(canonical, '"requireCanonical" as a boolean')
  return parseHashSelector(given.blockHash)
}

/** A block by its hash alone. */
export function parseHashSelector(given: unknown): Result<StateSelector> {
  const hash = parseHash(given)
  return hash.ok
    ? { ok: true, value: { type: 'hash', hash: hash.value } }
    : hash
}

/** The canonical text of a selector (a hash too), by which faults compare. */
export function selectorText(selector: StateSelector): BlockSelector {
  switch (selector.type) {
    case 'tag':
      return selector.tag
    case 'number':
      return `0x${selector.number.toString(16)}`
    case 'hash':
      return selector.hash
  }
}

/** A `0x` string: canonical wire text is lower-case. Same shape as viem's. */
export type Hex = `0x${string}`

/** 20 bytes as hex. */
export type Address = `0x${string}`

/** 32 bytes as hex. */
export type Hash = `0x${string}`

export const zeroHash: Hash = `0x${'0'.repeat(64)}`
export const zeroAddress: Address = `0x${'0'.repeat(40)}`

export function isEmptyHex(hex: Hex): boolean {
  return hex.length === 2
}

/** QUANTITY: no leading zeros, `0x0` for zero. */
export function toQuantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** DATA: two digits a byte. */
export function toHex(bytes: Uint8Array): Hex {
  let hex = digitsOf(bytes, 0)
  for (let at = partLength; at < bytes.length; at += partLength)
    hex += digitsOf(bytes, at)
  return hex as Hex
}

const partLength = 4_096

const digitCodes = /* @__PURE__ */ Array.from('0123456789abcdef', (digit) =>
  digit.charCodeAt(0),
)

/**
 * The digits of a part, the first one behind `0x`. It is flat: a string that
 * grows by two digits at a time is a tree of as many nodes.
 */
function digitsOf(bytes: Uint8Array, from: number): string {
  const count = Math.min(partLength, bytes.length - from)
  const first = from === 0 ? 2 : 0
  const codes = new Array<number>(first + 2 * count)
  if (from === 0) [codes[0], codes[1]] = [0x30, 0x78]
  for (let at = 0; at < count; at++) {
    const byte = bytes[from + at] as number
    codes[first + 2 * at] = digitCodes[byte >> 4] as number
    codes[first + 2 * at + 1] = digitCodes[byte & 15] as number
  }
  return String.fromCharCode.apply(null, codes)
}

/** The bytes of canonical DATA. */
export function toBytes(hex: Hex): Uint8Array {
  const bytes = new Uint8Array((hex.length - 2) >> 1)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = byteAt(hex, index)
  return bytes
}

export function byteAt(hex: Hex, index: number): number {
  const at = 2 * index + 2
  return (digitOf(hex.charCodeAt(at)) << 4) | digitOf(hex.charCodeAt(at + 1))
}

/** What digits have in their low bits is their value; letters begin at 10. */
function digitOf(code: number): number {
  return (code & 15) + 9 * (code >> 6)
}

/** The shortest big-endian bytes of a number, none for zero: RLP's scalar. */
export function toScalar(value: bigint | number): Uint8Array {
  if (value <= Number.MAX_SAFE_INTEGER) return fewBytes(Number(value))
  const digits = value.toString(16)
  return toBytes(digits.length % 2 === 0 ? `0x${digits}` : `0x0${digits}`)
}

function fewBytes(value: number): Uint8Array {
  let size = 0
  for (let rest = value; rest >= 1; rest /= 256) size++
  const bytes = new Uint8Array(size)
  for (let at = size - 1, rest = value; at >= 0; at--) {
    bytes[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return bytes
}

/** The same of a word, or of fewer digits. */
export function wordToScalar(word: Hex): Uint8Array {
  if (word.length !== 66) return toScalar(BigInt(word))
  const bytes = toBytes(word)
  let first = 0
  while (bytes[first] === 0) first++
  return first === 0 ? bytes : bytes.subarray(first)
}

/** A number as 32-byte DATA. */
export function toWord(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

const designator = '0xef0100'

/** The code of an account that delegates to another one (EIP-7702). */
export function designatorOf(address: Address): Hex {
  return `${designator}${address.slice(2)}`
}

/** The account whose code stands in for the one that has this code. */
export function delegateOf(code: Hex): Address | undefined {
  return code.length === 48 && code.startsWith(designator)
    ? `0x${code.slice(designator.length)}`
    : undefined
}
