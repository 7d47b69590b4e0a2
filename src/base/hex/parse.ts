import { display } from './display.js'
import type { Address, Hash, Hex } from './hex.js'

export type Path = readonly PropertyKey[]

/** What is wrong with a value. */
export type Issue = {
  /** The given value, as text. */
  readonly given: string
  /** The expected value, in words. */
  readonly expected: string
  /** If `expected` does not say what to do. */
  readonly advice?: string | undefined
  /** To the part that is wrong; absent for the whole. */
  readonly path?: Path | undefined
}

/**
 * The canonical form of a value that is given, or why it has none. The caller
 * knows which parameter it was.
 */
export type Result<value> = { ok: true; value: value } | ({ ok: false } & Issue)

export function refuse(given: unknown, expected: string) {
  return { ok: false, given: display(given), expected } as const
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

export const parseAddress = (given: unknown): Result<Address> =>
  matching(given, patterns.address, 'a 20-byte address as 0x and 40 hex digits')

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
export function parseWord(given: unknown): Result<Hex> {
  const parsed = matching(
    given,
    patterns.integer,
    'a hexadecimal integer of at most 32 bytes',
  )
  if (!parsed.ok || parsed.value.length === 66) return parsed
  const digits = parsed.value.slice(2)
  return { ok: true, value: `0x${zeros.slice(digits.length)}${digits}` }
}

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

const tagSelectors: ReadonlyMap<unknown, Result<StateSelector>> = new Map(
  blockTags.map((tag) => [tag, { ok: true, value: { type: 'tag', tag } }]),
)

const numberPattern = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,15})$/
const tagList = blockTags.join(', ')
const numberOrTag = `a block number below 2^64 as hex without leading zeros, or one of ${tagList}`

/** The selector of `eth_getBlockByNumber`: numbers and tags only. */
export function parseSelector(given: unknown): Result<StateSelector> {
  const tagged = tagSelectors.get(given)
  if (tagged !== undefined) return tagged
  if (typeof given === 'string' && numberPattern.test(given))
    return { ok: true, value: { type: 'number', number: BigInt(given) } }
  return refuse(given, numberOrTag)
}

/** Numbers, tags, 32-byte block hashes and EIP-1898 objects. */
export function parseStateSelector(given: unknown): Result<StateSelector> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given))
    return parseSelectorObject(given as Record<string, unknown>)
  if (typeof given === 'string' && given.length === 66) {
    const hash = parseHash(given)
    return hash.ok
      ? { ok: true, value: { type: 'hash', hash: hash.value } }
      : hash
  }
  const parsed = parseSelector(given)
  return parsed.ok
    ? parsed
    : {
        ...parsed,
        expected: `${numberOrTag}, a 32-byte block hash or an EIP-1898 object`,
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
  const hash = parseHash(given.blockHash)
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
