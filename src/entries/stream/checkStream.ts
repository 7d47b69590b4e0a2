import { type Hash, zeroHash } from '../../base/hex/hex.js'
import { readOptions } from '../../base/validation/fields.js'
import { checkImport } from '../../chain/intents/checkImport.js'
import { follow, type Preconfirmation } from './follow.js'
import { reading, type StreamOptions } from './fromStream.js'
import type { Base, Message } from './message.js'
import { readStream, type StreamMessages } from './readStream.js'

/** A contradiction in a message, or with earlier messages. */
export type StreamProblem = {
  /** Index of the message */
  message: number
  /** Path within the message: `diff.block_hash`, `diff.transactions[2]` */
  path: string
  /** The value in the message */
  given: string
  /** The value by the rest of the stream, or the expectation */
  expected: string
}

/**
 * Finds inconsistencies of a stream, which `fromStream` keeps: hashes, roots
 * and receipts that do not recompute, missing or repeated indices, wrong
 * parents.
 *
 * @example
 * checkStream(messages)
 * // [{ message: 3, path: 'index', given: '4', expected: '3' }]
 *
 * @param messages - As `fromStream` takes them.
 * @returns Problems in order of messages. Not checked: the parent, if builders
 * leave the state root out until the seal; the hash of a block with a missing
 * message.
 * @throws InvalidCaptureError naming the message and the field.
 */
export function checkStream(
  messages: StreamMessages,
  options: Pick<StreamOptions, 'decompress'> = {},
): StreamProblem[] {
  const { decompress } = readOptions('checkStream', options, reading)
  const pace = { preconfirmationTime: 0, blockTime: 0 }
  const payloads = new Map<string, Payload>()
  let before: Message | undefined
  return follow(readStream(messages, decompress), pace).flatMap(
    (preconfirmation, position) => {
      const { message } = preconfirmation
      const known = payloads.get(message.payloadId)
      const payload = known ?? newPayload()
      payloads.set(message.payloadId, payload)
      const past = {
        message: before,
        base: before && payloads.get(before.payloadId)?.base,
        isKnown: known !== undefined,
      }
      before = message
      return [
        ...checkPlace(message, past),
        ...checkBase(preconfirmation, payload, past),
        ...checkTransactions(message, payload),
        ...checkReceipts(message, payload),
        ...checkBlock(preconfirmation),
      ].map((problem) => ({ message: position, ...problem }))
    },
  )
}

type FoundProblem = Omit<StreamProblem, 'message'>

/** The messages' account of a block. */
type Payload = {
  base: Base | undefined
  /** Gas used, by index */
  readonly gasUsed: Map<number, bigint>
  /** Indices, by the hashes of their transactions */
  readonly indices: Map<Hash, number>
}

function newPayload(): Payload {
  return { base: undefined, gasUsed: new Map(), indices: new Map() }
}

/** The message before, and the base of its block. */
type SeenMessages = {
  readonly message: Message | undefined
  readonly base: Base | undefined
  /** Whether an earlier message was of the current message's payload. */
  readonly isKnown: boolean
}

function checkPlace(message: Message, past: SeenMessages): FoundProblem[] {
  const problems: FoundProblem[] = []
  const { payloadId, index, receivedAt } = message
  const isSame = past.message?.payloadId === payloadId
  if (past.isKnown && !isSame)
    problems.push({
      path: 'payload_id',
      given: payloadId,
      expected: `${past.message?.payloadId}, or one that did not end before`,
    })
  const expected = isSame ? (past.message?.index ?? 0) + 1 : 0
  if (index !== expected && (isSame || !past.isKnown))
    problems.push({ path: 'index', given: `${index}`, expected: `${expected}` })
  const earliest = past.message?.receivedAt ?? receivedAt
  if (
    receivedAt !== undefined &&
    earliest !== undefined &&
    receivedAt < earliest
  )
    problems.push({
      path: 'receivedAt',
      given: `${receivedAt}`,
      expected: `at least ${earliest}, of the message before`,
    })
  return problems
}

function checkBase(
  { message, opens }: Preconfirmation,
  payload: Payload,
  past: SeenMessages,
): FoundProblem[] {
  const problems: FoundProblem[] = []
  const { base = payload.base, blockNumber } = message
  if (base === undefined)
    return [
      {
        path: 'base',
        given: 'missing',
        expected: 'what was fixed at index 0, which is missing as well',
      },
    ]
  if (opens) problems.push(...checkParent(base, past))
  else if (payload.base && !isSameBase(base, payload.base))
    problems.push({
      path: 'base',
      given: 'another one',
      expected: 'the one that the block was opened with',
    })
  if (blockNumber !== undefined && BigInt(blockNumber) !== base.number)
    problems.push({
      path: 'metadata.block_number',
      given: `${blockNumber}`,
      expected: `${base.number}, of the base`,
    })
  payload.base = base
  return problems
}

function checkParent(base: Base, past: SeenMessages): FoundProblem[] {
  if (past.message === undefined || past.base === undefined) return []
  const number = past.base.number + 1n
  if (base.number !== number)
    return [
      {
        path: 'base.block_number',
        given: `${base.number}`,
        expected: `${number}, after the block before`,
      },
    ]
  const { stateRoot, hash } = past.message.diff
  // If the root is left out until the seal, so is the hash that counts.
  return stateRoot === zeroHash || base.parentHash === hash
    ? []
    : [{ path: 'base.parent_hash', given: base.parentHash, expected: hash }]
}

function isSameBase(left: Base, right: Base): boolean {
  return Object.entries(left).every(
    ([field, value]) => right[field as keyof Base] === value,
  )
}

function checkTransactions(
  { index, diff }: Message,
  payload: Payload,
): FoundProblem[] {
  const here = new Set<Hash>()
  return diff.transactions.flatMap(({ hash }, position) => {
    const other = here.has(hash) ? index : payload.indices.get(hash)
    const isNew = other === undefined || (other === index && !here.has(hash))
    here.add(hash)
    payload.indices.set(hash, other ?? index)
    return isNew
      ? []
      : [
          {
            path: `diff.transactions[${position}]`,
            given: hash,
            expected: `a transaction that index ${other} does not hold`,
          },
        ]
  })
}

function checkReceipts(message: Message, payload: Payload): FoundProblem[] {
  const { index, diff, receipts } = message
  const before = payload.gasUsed.get(index - 1) ?? 0n
  payload.gasUsed.set(index, diff.gasUsed)
  if (receipts.size === 0) return []

  const problems: FoundProblem[] = []
  const path = (hash: Hash) => `metadata.receipts.${hash}`
  const own = new Set(diff.transactions.map(({ hash }) => hash))
  for (const hash of receipts.keys())
    if (!own.has(hash))
      problems.push({
        path: path(hash),
        given: 'a receipt',
        expected: 'none, as the message has no such transaction',
      })
  let least = before
  for (const hash of own) {
    const receipt = receipts.get(hash)
    if (receipt === undefined)
      problems.push({
        path: path(hash),
        given: 'missing',
        expected: 'a receipt, as other transactions of the message have one',
      })
    else if (receipt.cumulativeGasUsed < least)
      problems.push({
        path: `${path(hash)}.cumulativeGasUsed`,
        given: `${receipt.cumulativeGasUsed}`,
        expected: `at least ${least}, what was used before`,
      })
    least = receipt?.cumulativeGasUsed ?? least
  }
  return problems
}

/** By the fields of a block, if the message says them. */
const paths = {
  hash: 'diff.block_hash',
  receiptsRoot: 'diff.receipts_root',
  logsBloom: 'diff.logs_bloom',
  gasUsed: 'diff.gas_used',
} as const

function checkBlock({ block, isWhole }: Preconfirmation): FoundProblem[] {
  if (block === undefined || !isWhole) return []
  const checks = checkImport(block)
  return (['hash', 'receiptsRoot', 'logsBloom', 'gasUsed'] as const).flatMap(
    (field) => {
      const check = checks[field]
      return check.type === 'differs'
        ? [{ path: paths[field], given: check.given, expected: check.computed }]
        : []
    },
  )
}
