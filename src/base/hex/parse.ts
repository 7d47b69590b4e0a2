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
