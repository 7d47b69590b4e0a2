import { amount, count } from '../../../base/words/words.js'
import type { PreconfirmedEvent, StoryEvent } from '../../../index.js'
import { stepText, type TimelineOutcome } from '../read/timeline.js'
import type { Words } from './createWords.js'

/** A chain event in a line, and its logs in lines below. */
export function eventText(
  event: StoryEvent,
  words: Words,
  outcome: TimelineOutcome | undefined,
): string[] {
  switch (event.type) {
    case 'step':
      return [
        `${sentText(event, words) ?? stepText(event, words.hex)}${event.by === undefined ? '' : `, ${event.by}`}`,
      ]
    case 'preconfirmed': {
      const { hash, transaction, blockNumber, index } = event
      const name = words.transaction(hash)
      return [
        `${name} pre-confirmed, block ${blockNumber} beat ${index}${failureOf(transaction, outcome, words)}${scriptedText(transaction)}`,
        ...(outcome?.logs ?? []).map((log) => `  emitted ${words.log(log)}`),
      ]
    }
    case 'dropped': {
      const { hash, blockNumber } = event
      return [
        `${words.transaction(hash)} dropped from block ${blockNumber}: ${words.dropReason(event)}`,
      ]
    }
    case 'reorged': {
      const { blockNumber, depth, wasFinalized } = event
      const final = wasFinalized ? ', final ones among them' : ''
      const last = blockNumber + BigInt(depth) - 1n
      const blocks =
        depth === 1 ? `block ${last}` : `blocks ${blockNumber} to ${last}`
      return [`${blocks} replaced${final}`]
    }
    // It shares a line with the empty blocks around it.
    case 'idle':
      return []
    case 'sealed': {
      const { blockNumber, transactions } = event
      const names = transactions.map((hash) => words.sealed(hash, event.at))
      return [
        `block ${blockNumber} sealed, ${count(names.length, 'transaction')}: ${names.join(', ')}`,
      ]
    }
  }
}

function sentText(
  { step, hash }: Extract<StoryEvent, { type: 'step' }>,
  words: Words,
): string | undefined {
  if (step.type === 'setBalance')
    return `setBalance of ${words.address(step.address)}: ${amount(step.value)}`
  if (step.type === 'setNonce')
    return `setNonce of ${words.address(step.address)}: ${step.nonce}`
  if (step.type === 'setContract')
    return `setContract ${words.address(step.contract.address)}`
  if (step.type !== 'preconfirm') return undefined
  const { from, to, value = 0n, data = '0x' } = step
  const name = hash === null ? 'a transaction' : words.transaction(hash)
  const what = words.call(to, data)
  const sender = words.address(from)
  if (data === '0x' || !to)
    return `sent ${name}: ${sender} to ${what}, ${amount(value)}`
  const paid = value === 0n ? '' : `, ${amount(value)}`
  return `sent ${name}: ${sender} calls ${what}${paid}`
}

/** A call that nobody executed looks in a receipt like one that worked. */
function scriptedText({
  data,
  to,
  status,
  isExecuted,
}: PreconfirmedEvent['transaction']): string {
  return isExecuted || data === '0x' || to === null || status === 'reverted'
    ? ''
    : ', as scripted, not executed'
}

function failureOf(
  { status, failure, to }: PreconfirmedEvent['transaction'],
  outcome: TimelineOutcome | undefined,
  words: Words,
): string {
  if (status !== 'reverted') return ''
  const named =
    outcome === undefined ? undefined : words.error(outcome.revertData, to)
  // Solidity's own reasons stand in the text already.
  const why =
    named === undefined || /^(Error|Panic)\(/.test(named) ? failure : named
  if (why === undefined || why === 'execution reverted') return ', reverted'
  // A contract may say what it likes, and a line is a line.
  const text = why.replace(/\s+/g, ' ')
  return `, reverted: ${text.length > 200 ? `${text.slice(0, 199)}…` : text}`
}
