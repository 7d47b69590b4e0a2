import type { Hash, Hex } from './hex.js'
import { parseHash, type Result, refuse } from './parse.js'

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
 * docs/fidelity.md).
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
