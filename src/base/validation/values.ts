import { keccak256 } from '../hash/keccak256.js'
import { display } from '../hex/display.js'
import {
  type Address,
  type BlockSelector,
  blockTags,
  type Hash,
  type Hex,
  lastNonce,
  type Nonce,
  numeral,
  parseAddress,
  parseData,
  parseHash,
  parseStateSelector,
  parseWord,
  patterns,
  type Result,
  refuse,
  selectorText,
  toBytes,
  toHex,
  toWord,
} from '../hex/hex.js'
import { encodeText } from '../hex/text.js'
import { namesOfTransaction } from './namesOfTransaction.js'
import { hint } from './problem.js'
import { hasKey } from './read.js'

/**
 * The part of a check that JSON Schema can express; a value may still be wrong.
 */
export type JsonSchema = { readonly [keyword: string]: unknown }

/**
 * How one value is checked, and what the published schema of scenario files
 * says of it; no `json` if no JSON is ever right.
 */
export type Validator<value> = {
  readonly check: (given: unknown) => Result<value>
  readonly json?: JsonSchema
}

export function integer(
  from: number,
  to: number,
  expected: string,
): Validator<number> {
  return {
    json: { type: 'integer', minimum: from, maximum: to },
    check(given) {
      if (Number.isSafeInteger(given)) {
        // Adding 0 makes 0 of -0.
        const value = (given as number) + 0
        if (value >= from && value <= to) return { ok: true, value }
      }
      // One as long as an address is no number with many zeros before it.
      const isNumeric =
        typeof given === 'bigint' ||
        (typeof given === 'string' && given.length < 42 && numeral.test(given))
      const meant = isNumeric ? BigInt(given) : undefined
      const advice =
        meant !== undefined && meant >= from && meant <= to
          ? `Write the number ${meant}.`
          : undefined
      return refuse(given, expected, advice)
    },
  }
}

const largest = Number.MAX_SAFE_INTEGER
export const positive = /* @__PURE__ */ integer(
  1,
  largest,
  'an integer from 1 to 2^53 - 1',
)
export const natural = /* @__PURE__ */ integer(
  0,
  largest,
  'an integer from 0 to 2^53 - 1',
)
const exact = /* @__PURE__ */ integer(
  0,
  largest,
  'a nonce from 0 to 2^64 - 1: a number up to 2^53 - 1, else a bigint',
)

/** In JSON, one that no number holds is a string of digits. */
export const nonce: Validator<Nonce> = {
  get json() {
    return { anyOf: [exact.json, { type: 'string', pattern: numeral.source }] }
  },
  check(given) {
    const isLarge =
      typeof given === 'bigint' ||
      (typeof given === 'string' && given.length < 42 && numeral.test(given))
    const value = isLarge ? BigInt(given) : 0n
    return value > largest && value <= lastNonce
      ? { ok: true, value }
      : exact.check(given)
  },
}

export const uint32 = /* @__PURE__ */ integer(
  0,
  0xffff_ffff,
  'an integer from 0 to 2^32 - 1',
)
export const code = /* @__PURE__ */ integer(
  Number.MIN_SAFE_INTEGER,
  largest,
  'an integer',
)
export const yParity = /* @__PURE__ */ integer(0, 1, '0 or 1')
export const status = /* @__PURE__ */ integer(
  400,
  599,
  'an HTTP status from 400 to 599',
)

/** It refuses seconds if they differ visibly from ms. */
export function milliseconds(least: number): Validator<number> {
  const expected = `a whole number of ms from ${least} to 2^53 - 1`
  const judge = integer(least, largest, expected)
  return {
    ...judge,
    check(given) {
      const checked = judge.check(given)
      const isRead = typeof given === 'object' || typeof given === 'function'
      if (checked.ok || checked.advice || isRead) return checked
      const [, time, unit] = /^(\d*\.?\d+) ?(m?s)?$/.exec(String(given)) ?? []
      const ms = Math.round(Number(time) * (unit === 'ms' ? 1 : 1_000))
      return ms >= least && ms <= largest
        ? { ...checked, advice: `Write ${ms}, which is in ms.` }
        : checked
    },
  }
}

export function oneOf<const value extends string | number>(
  ...values: readonly value[]
): Validator<value> {
  return {
    json: { enum: values },
    check(given) {
      const value = values.find((known) => known === given)
      if (value !== undefined) return { ok: true, value }
      const list = values.map((value) => display(value))
      const expected =
        list.length === 1 ? `${list[0]}` : `one of ${list.join(', ')}`
      const advice = hint(given, values)
      return refuse(given, expected, advice)
    },
  }
}

export const boolean: Validator<boolean> = {
  json: { type: 'boolean' },
  check: (given) =>
    typeof given === 'boolean'
      ? { ok: true, value: given }
      : refuse(given, 'true or false'),
}

export const text: Validator<string> = {
  json: { type: 'string' },
  check: (given) =>
    typeof given === 'string'
      ? { ok: true, value: given }
      : refuse(given, 'a string'),
}

export const nonEmptyText: Validator<string> = {
  json: { type: 'string', minLength: 1 },
  check: (given) =>
    typeof given === 'string' && given !== ''
      ? { ok: true, value: given }
      : refuse(given, 'a string of at least one character'),
}

const matching = ({ any }: { any: RegExp }): JsonSchema => ({
  type: 'string',
  pattern: any.source,
})

export const hash: Validator<Hash> = {
  get json() {
    return matching(patterns.hash)
  },
  check: parseHash,
}

/** Whatever names a transaction; a hash is lower-case. */
export const labelOrHash: Validator<string> = {
  json: { type: 'string', minLength: 1 },
  check(given) {
    const checked = hash.check(given)
    if (checked.ok) return checked
    const text = nonEmptyText.check(given)
    return text.ok ? text : { ...text, expected: namesOfTransaction }
  },
}

export const data: Validator<Hex> = {
  get json() {
    return matching(patterns.data)
  },
  check: parseData,
}

const selectorOfFour = /^0x[0-9a-fA-F]{8}$/

/** Which function is called. */
export const fourBytes: Validator<Hex> = {
  get json() {
    return { type: 'string', pattern: selectorOfFour.source }
  },
  check: (given) =>
    typeof given === 'string' && selectorOfFour.test(given)
      ? { ok: true, value: given.toLowerCase() as Hex }
      : refuse(given, 'a selector, as 0x and 8 hex digits'),
}

export const word: Validator<Hex> = {
  get json() {
    return matching(patterns.integer)
  },
  check(given) {
    const parsed = parseWord(given)
    return parsed.ok || !isNatural(given)
      ? parsed
      : { ...parsed, advice: `Write "0x${given.toString(16)}".` }
  },
}

// The yellow paper's limit, which geth and reth both keep.
const longestExtraData = 66

export const extraData: Validator<Hex> = {
  get json() {
    return { ...data.json, maxLength: longestExtraData }
  },
  check(given) {
    const parsed = parseData(given)
    return parsed.ok && parsed.value.length > longestExtraData
      ? refuse(given, 'at most 32 bytes as 0x and hex digits')
      : parsed
  },
}

/** A storage slot: hex of at most 32 bytes, or a small number. */
export const slot: Validator<Hex> = {
  get json() {
    return { anyOf: [natural.json, word.json] }
  },
  check(given) {
    if (typeof given === 'number' && isNatural(given))
      return { ok: true, value: toWord(BigInt(given)) }
    const checked = word.check(given)
    return checked.ok
      ? checked
      : {
          ...checked,
          expected: `${checked.expected}, or an integer from 0 to 2^53 - 1`,
        }
  },
}

/** The text by which faults compare; EIP-1898 objects have a shorter form. */
export const selector: Validator<BlockSelector> = {
  get json() {
    return { anyOf: [{ enum: blockTags }, word.json] }
  },
  check(given) {
    if (typeof given === 'string') {
      const parsed = parseStateSelector(given)
      if (parsed.ok) return { ok: true, value: selectorText(parsed.value) }
    }
    return refuse(
      given,
      `a block number as hex without leading zeros, a 32-byte block hash, or one of ${blockTags.join(', ')}`,
      isNatural(given)
        ? `Write "0x${given.toString(16)}".`
        : hint(given, blockTags),
    )
  },
}

function isNatural(given: unknown): given is number | bigint {
  return typeof given === 'bigint'
    ? given >= 0n
    : Number.isSafeInteger(given) && (given as number) >= 0
}

export function isFunction(given: unknown): boolean {
  return typeof given === 'function'
}

export const clockShape =
  'an object with a number "now" (in ms) and the functions "setTimeout" and "clearTimeout"'

const timers = ['setTimeout', 'clearTimeout']

/** Kept as it is: a clock works by being the one that its owner moves. */
export function isClock(given: unknown): boolean {
  try {
    const clock = given as { readonly [member: string]: unknown }
    return (
      Number.isFinite(clock.now) &&
      timers.every((name) => isFunction(clock[name]))
    )
  } catch {
    return false
  }
}

/** Options with every default in place. */
export type Resolved<options> = {
  readonly [key in keyof options]-?: Exclude<options[key], undefined>
}

/** Lower-case; an account object is refused with advice. */
export const address: Validator<Address> = {
  get json() {
    return matching(patterns.address)
  },
  check(given) {
    const parsed = parseAddress(given)
    if (parsed.ok && hasChecksum(given as string, parsed.value)) return parsed
    if (parsed.ok)
      return refuse(
        given,
        'an address whose upper and lower case is that of its checksum',
        'Is it mistyped? Copy it again. In lower case it is not checked.',
      )
    if (hasKey(given, 'address'))
      return { ...parsed, advice: 'Write the "address" of the account.' }
    return typeof given === 'string' && given.includes('.')
      ? { ...parsed, advice: 'Names are not resolved: write the address.' }
      : parsed
  },
}

/** Letters of one case say nothing. */
function hasChecksum(given: string, lower: Address): boolean {
  const digits = given.slice(2)
  return (
    given === lower ||
    digits === digits.toUpperCase() ||
    given === checksum(lower)
  )
}

/** An address as people read it: its capitals are a checksum (EIP-55). */
export function checksum(address: Address): Address {
  const digits = address.slice(2)
  const hash = toHex(keccak256(toBytes(encodeText(digits)))).slice(2)
  const written = Array.from(digits, (digit, index) =>
    Number.parseInt(hash[index] as string, 16) > 7
      ? digit.toUpperCase()
      : digit,
  )
  return `0x${written.join('')}`
}
