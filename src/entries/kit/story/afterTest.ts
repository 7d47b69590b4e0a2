import { askerIn } from '../../../base/errors/askerIn.js'
import { PresealError } from '../../../base/errors/errors.js'
import { attachedStack } from '../../../base/errors/stack.js'
import { count, fullText } from '../../../base/words/words.js'
import {
  missesOf,
  missingText,
  recordingCommand,
} from '../../../chain/fork/missing.js'
import type { MockNode, StandingSubscription } from '../../../index.js'

/** All that a test missed in the records of its forks; undefined: nothing. */
export function missesError(
  nodes: readonly MockNode[],
): PresealError<'NotRecordedError'> | undefined {
  const lines = nodes.flatMap(missesOf).map(({ missing, by }) => {
    const asker = by.length === 0 ? '' : `, for ${by.join(', ')}`
    return `${missingText(missing)}${asker}`
  })
  return lines.length === 0 ? undefined : notRecordedError(lines)
}

/** Thrown by a test that passed on answers that nobody recorded. */
function notRecordedError(
  lines: readonly string[],
): PresealError<'NotRecordedError'> {
  return new PresealError(
    'NotRecordedError',
    `The fork's record lacks what this test read: ${lines.join('; ')}. Record it: ${recordingCommand}.`,
  )
}

/**
 * Warns of subscriptions that a test has left: its application still listens.
 */
export function warnOfLeaks(nodes: readonly MockNode[], title: string): void {
  const left = nodes.flatMap((node) =>
    node.subscriptions.map((one) => leakText(one, node.chain.id)),
  )
  if (left.length === 0) return
  const { console } = globalThis as { console?: { warn(text: string): void } }
  console?.warn(
    `preseal: the test "${title}" ended with ${count(left.length, 'subscription')} still open:\n${left.join('\n')}\nStop what listens: unmount it, or call the function that watchBlocks returned.`,
  )
}

function leakText(one: StandingSubscription, chainId: number): string {
  const { params, at, socket } = one
  const by = socket === null ? 'by a provider' : `by WebSocket ${socket}`
  const { line, file } = askerIn(attachedStack(one))
  const from = line ?? file
  const asker = from === undefined ? '' : `, asked for in ${from}`
  return `  eth_subscribe${fullText(params)} on chain ${chainId}, at ${at} ms, ${by}${asker}`
}
