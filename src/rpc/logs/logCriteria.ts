import { isPlain } from '../../base/hex/display.js'
import {
  type Address,
  type Hash,
  parseAddress,
  parseHash,
  parseSelector,
  type Result,
  refuse,
  type StateSelector,
} from '../../base/hex/hex.js'
import type { LogFilter } from '../../chain/logs/findLogs.js'
import {
  invalidParams,
  type RpcError,
  serverError,
} from '../answers/outcome.js'

/**
 * The criteria of a request for logs: each field is checked, but not yet all of
 * them together.
 */
export type LogCriteria = LogFilter & {
  /** Undefined if it is left out. */
  readonly fromBlock: StateSelector | undefined
  readonly toBlock: StateSelector | undefined
  readonly blockHash: Hash | undefined
}

const expected =
  'an object { address, topics, fromBlock, toBlock } or { address, topics, blockHash }'

/** As real nodes do, it passes over what it does not know. */
export function parseLogCriteria(given: unknown): Result<LogCriteria> {
  if (typeof given !== 'object' || given === null || !isPlain(given))
    return refuse(given, expected)
  const wire = given as { readonly [name: string]: unknown }
  const fromBlock = optional(wire.fromBlock, parseSelector)
  if (!fromBlock.ok) return fromBlock
  const toBlock = optional(wire.toBlock, parseSelector)
  if (!toBlock.ok) return toBlock
  const blockHash = optional(wire.blockHash, parseHash)
  if (!blockHash.ok) return blockHash
  const addresses = oneOrMany<Address>(wire.address, parseAddress)
  if (!addresses.ok) return addresses
  const topics = parseTopics(wire.topics)
  if (!topics.ok) return topics
  return {
    ok: true,
    value: {
      fromBlock: fromBlock.value,
      toBlock: toBlock.value,
      blockHash: blockHash.value,
      addresses: addresses.value,
      topics: topics.value,
    },
  }
}

function optional<value>(
  given: unknown,
  parse: (given: unknown) => Result<value>,
): Result<value | undefined> {
  return isAbsent(given) ? { ok: true, value: undefined } : parse(given)
}

function isAbsent(given: unknown): given is null | undefined {
  return given === null || given === undefined
}

function parseTopics(given: unknown): Result<LogFilter['topics']> {
  if (isAbsent(given)) return { ok: true, value: [] }
  if (!Array.isArray(given))
    return refuse(given, '"topics" as an array of hashes, of lists or of null')
  const topics: (ReadonlySet<Hash> | null)[] = []
  for (const one of given) {
    const parsed = oneOrMany<Hash>(one, parseHash)
    if (!parsed.ok) return parsed
    topics.push(parsed.value)
  }
  return { ok: true, value: topics }
}

/** Null and an empty list leave open what stands there. */
function oneOrMany<item>(
  given: unknown,
  parse: (given: unknown) => Result<item>,
): Result<ReadonlySet<item> | null> {
  if (isAbsent(given)) return { ok: true, value: null }
  const items = new Set<item>()
  let isOpen = Array.isArray(given) && given.length === 0
  for (const one of Array.isArray(given) ? given : [given]) {
    // geth: null within a list matches whatever stands there.
    if (one === null) {
      isOpen = true
      continue
    }
    const parsed = parse(one)
    if (!parsed.ok) return parsed
    items.add(parsed.value)
  }
  return { ok: true, value: isOpen ? null : items }
}

// As in geth's `eth/filters/api.go`.
const mostTopics = 4
const mostAlternatives = 1_000

/**
 * Refuses contradictory criteria, in the words of geth.
 *
 * @param position - Of the parameter, the first of which is 0.
 */
export function refuseCriteria(
  criteria: LogCriteria,
  position = 0,
): RpcError | undefined {
  const { fromBlock, toBlock, blockHash, addresses, topics } = criteria
  const invalid = (words: string) =>
    invalidParams(`invalid argument ${position}: ${words}`)
  if (blockHash !== undefined && (fromBlock ?? toBlock) !== undefined)
    return invalid(
      'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
    )
  const isTooLong = (wanted: ReadonlySet<unknown> | null) =>
    wanted !== null && wanted.size > mostAlternatives
  if (topics.length > mostTopics || topics.some(isTooLong))
    return invalid('exceed max topics')
  return isTooLong(addresses)
    ? serverError('exceed max addresses or topics per search position')
    : undefined
}
