import type { Hash } from '../../base/hex/hex.js'
import type { ImportParameters } from '../../index.js'
import type { Base, Message } from './message.js'
import { toBlock } from './toBlock.js'

/** A block after one of its messages. */
export type Preconfirmation = {
  readonly message: Message
  /** ms since the first message, never less than that of the message before */
  readonly at: number
  /** The pending block; undefined if its base never came. */
  readonly block: ImportParameters | undefined
  /** Whether all messages of lower indices came before. */
  readonly isWhole: boolean
  /** The base of the block, if the message opens it. */
  readonly opens:
    | {
        readonly base: Base
        /** The parent, if the block before became it. */
        readonly parent: ImportParameters | undefined
      }
    | undefined
}

export type Pace = {
  /** ms */
  readonly preconfirmationTime: number
  /** ms */
  readonly blockTime: number
}

/** A block that messages describe. */
type Payload = {
  /** ms, of its index 0 */
  readonly openedAt: number
  base: Base | undefined
  /** The newest of each index. */
  readonly messages: Map<number, Message>
  readonly shown: Map<Hash, ImportParameters>
}

/**
 * Follows a stream in the order of its messages. A block at an index is made of
 * the newest messages up to that index, whenever they arrived: so a repeated
 * message shows the same block again.
 */
export function follow(
  messages: readonly Message[],
  pace: Pace,
): readonly Preconfirmation[] {
  const payloads = new Map<string, Payload>()
  const followed: Preconfirmation[] = []
  const clock = arrivals(pace)
  let newest: Payload | undefined
  for (const message of messages) {
    const { payloadId, index, diff } = message
    const before = newest
    const known = payloads.get(payloadId)
    const arrival = clock(message, known?.openedAt, newest?.openedAt)
    const payload = known ?? open(arrival.openedAt)
    payloads.set(payloadId, payload)
    if (known === undefined) newest = payload

    const isOpening = payload.base === undefined
    payload.base = message.base ?? payload.base
    payload.messages.set(index, message)
    const { base } = payload
    const parts = upTo(payload, index)
    const isWhole = parts.length === index + 1
    const block = base && toBlock(base, parts, message, isWhole)
    if (block) payload.shown.set(diff.hash, block)
    followed.push({
      message,
      at: arrival.at,
      block,
      isWhole,
      opens:
        base && isOpening
          ? { base, parent: before?.shown.get(base.parentHash) }
          : undefined,
    })
  }
  return followed
}

function open(openedAt: number): Payload {
  return { openedAt, base: undefined, messages: new Map(), shown: new Map() }
}

function upTo({ messages }: Payload, index: number): Message[] {
  return [...messages.values()]
    .filter((message) => message.index <= index)
    .sort((left, right) => left.index - right.index)
}

/**
 * When messages arrive: as they were received, or else in the rhythm of their
 * indices, but never before an earlier message.
 */
function arrivals({ preconfirmationTime, blockTime }: Pace) {
  let received: { at: number; receivedAt: number } | undefined
  let last = 0
  return (
    { index, receivedAt }: Message,
    openedAt: number | undefined,
    openedBefore: number | undefined,
  ): { at: number; openedAt: number } => {
    const offset = index * preconfirmationTime
    const nextOpening =
      openedBefore === undefined ? -offset : openedBefore + blockTime
    const nominal =
      received !== undefined && receivedAt !== undefined
        ? received.at + Math.round(receivedAt - received.receivedAt)
        : (openedAt ?? nextOpening) + offset
    const at = Math.max(nominal, last)
    last = at
    if (receivedAt !== undefined) received ??= { at, receivedAt }
    return { at, openedAt: at - offset }
  }
}
