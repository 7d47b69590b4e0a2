import { fitting, optional, readOptions } from '../../base/validation/fields.js'
import { isFunction, milliseconds } from '../../base/validation/values.js'
import type { Fault, MockNodeOptions, Step } from '../../index.js'
import { follow, type Preconfirmation } from './follow.js'
import { readingMethods } from './readingMethods.js'
import {
  type Decompress,
  readStream,
  type StreamMessages,
} from './readStream.js'

/** How to read a stream. */
export type StreamOptions = {
  /** ms from message to message if they have no `receivedAt`; default 200 */
  preconfirmationTime?: number | undefined
  /** ms from block to block; default 2_000 */
  blockTime?: number | undefined
  /** Decompresses bytes, such as `brotliDecompressSync` of `node:zlib`. */
  decompress?: Decompress | undefined
}

/** How messages are read, in the options of `checkStream`, too. */
export const reading = {
  decompress: optional(
    fitting<Decompress>(isFunction, 'a function of bytes'),
    undefined,
  ),
}

/**
 * Converts messages of a pre-confirmation stream to a scenario: `pending` is
 * the block at each index exactly as the stream gave it, with its hash.
 *
 * A block becomes latest when the next one opens with its hash as parent. If
 * the stream lacks the parent, reads of `latest` fail with an error that names
 * it, until you import it. Nothing is repaired or left out; `checkStream` finds
 * contradictions.
 *
 * @example
 * const node = createMockNode(fromStream(await readFile('capture.jsonl', 'utf8')))
 * node.advance(200) // ms: now at index 1
 *
 * @param messages - As objects, as JSON or JSON lines, or as the bytes of each
 * frame. Message i of a block arrives i × `preconfirmationTime` after the block
 * opened, unless it has `receivedAt` (ms).
 * @throws InvalidCaptureError naming the message and the field.
 */
export function fromStream(
  messages: StreamMessages,
  options: StreamOptions = {},
): MockNodeOptions {
  const { decompress, ...pace } = readOptions('fromStream', options, {
    preconfirmationTime: optional(milliseconds(1), 200),
    blockTime: optional(milliseconds(1), 2_000),
    ...reading,
  })
  const followed = follow(readStream(messages, decompress), pace)
  return {
    version: 1,
    ...chainIdOf(followed),
    ...pace,
    sealing: 'manual',
    steps: toSteps(followed),
  }
}

function toSteps(followed: readonly Preconfirmation[]): Step[] {
  const steps: Step[] = []
  let outage: string | undefined
  followed.forEach(({ at, block, opens, message }, position) => {
    if (block === undefined) {
      if (outage !== undefined) return
      outage = `no base ${position}`
      const fault = noBase(message.payloadId, message.index)
      steps.push({ at, type: 'fault', fault: { label: outage, ...fault } })
      return
    }
    if (outage !== undefined) steps.push({ at, type: 'lift', label: outage })
    outage = undefined
    if (opens) steps.push(...toLatest(at, opens))
    steps.push({ at, type: 'importBlock', ...block })
  })
  return steps
}

function toLatest(
  at: number,
  { base, parent }: NonNullable<Preconfirmation['opens']>,
): Step[] {
  const announced: Step = { at, type: 'announceBlock', hash: base.parentHash }
  return parent === undefined
    ? [announced]
    : [announced, { at, type: 'importBlock', ...parent, as: 'latest' }]
}

/** The chain is unknown until a block opens. */
function noBase(payloadId: string, index: number): Fault {
  return {
    type: 'rpc',
    methods: readingMethods,
    code: -32000,
    message: `The stream has payload ${payloadId} from index ${index} on, without the base that index 0 has: the chain is unknown until a block opens. Read later, or begin the stream at an index 0.`,
  }
}

/** The chain id of the first transaction that has one. */
function chainIdOf(followed: readonly Preconfirmation[]) {
  for (const { message } of followed)
    for (const { wire } of message.diff.transactions) {
      const chainId = Number(wire.chainId ?? 0)
      if (chainId > 0) return { chainId }
    }
  return {}
}
