import {
  count,
  nameOf,
  requestText,
  sawText,
  valueText,
} from '../../../base/words/words.js'
import type { PreconfirmedEvent, StoryEvent } from '../../../index.js'
import { stepText } from '../read/stepText.js'
import type { Timeline, TimelineRequest } from '../read/timeline.js'

/** What came to pass at an instant, in one line. */
export type Line = { readonly at: number; readonly text: string }

/** Everything that came to pass, with what idle time brought in one line. */
export function lines(timeline: Timeline): Line[] {
  const entries = [
    ...timeline.events.map((event) => ({ at: event.at, event })),
    ...lifts(timeline),
    ...timeline.answeredRequests.map((request) => ({
      at: request.settledAt,
      request,
    })),
  ].sort((one, other) => one.at - other.at)
  const told: Line[] = []
  let idle = null as Idle | null
  for (const entry of entries) {
    const empty = 'event' in entry ? emptyBlock(entry.event) : null
    if (empty !== null) {
      idle = { at: entry.at, first: idle?.first ?? empty, last: empty }
      continue
    }
    if (idle !== null) told.push(idleLine(idle))
    idle = null
    if ('lift' in entry) told.push({ at: entry.at, text: entry.lift })
    else if ('event' in entry)
      told.push({ at: entry.at, text: eventText(entry.event, timeline) })
    else told.push(...requestLines(entry.request))
  }
  if (idle !== null) told.push(idleLine(idle))
  return told
}

type Idle = { at: number; first: bigint; last: bigint }

function emptyBlock(event: StoryEvent): bigint | null {
  return event.type === 'sealed' && event.of.transactions.length === 0
    ? event.of.blockNumber
    : null
}

function idleLine({ at, first, last }: Idle): Line {
  const text =
    first === last
      ? `block ${first} sealed, empty`
      : `blocks ${first} to ${last} sealed, empty`
  return { at, text }
}

function lifts({ faults }: Timeline) {
  return faults.flatMap(({ until, fault, label }) =>
    until === null
      ? []
      : [
          {
            at: until,
            lift: `fault ${label === undefined ? fault.type : `"${label}"`} lifted`,
          },
        ],
  )
}

function eventText(event: StoryEvent, timeline: Timeline): string {
  switch (event.type) {
    case 'step':
      return stepText(event)
    case 'preconfirmed': {
      const { hash, transaction, blockNumber, index } = event.of
      const name = nameOf({ hash, label: transaction.label })
      return `${name} pre-confirmed, block ${blockNumber} beat ${index}${failureOf(transaction)}`
    }
    case 'dropped': {
      const { hash, transaction, blockNumber, reason } = event.of
      const name = nameOf({ hash, label: transaction.label })
      return `${name} dropped from block ${blockNumber}: ${reason}`
    }
    case 'reorged': {
      const { blockNumber, depth, wasFinalized } = event.of
      const final = wasFinalized ? ', final ones among them' : ''
      const last = blockNumber + BigInt(depth) - 1n
      const blocks =
        depth === 1 ? `block ${last}` : `blocks ${blockNumber} to ${last}`
      return `${blocks} replaced${final}`
    }
    case 'sealed': {
      const { blockNumber, transactions } = event.of
      const names = transactions.map((hash) => nameIn(timeline, hash))
      return `block ${blockNumber} sealed, ${count(names.length, 'transaction')}: ${names.join(', ')}`
    }
  }
}

function failureOf({
  status,
  failure,
}: PreconfirmedEvent['transaction']): string {
  if (status !== 'reverted') return ''
  if (failure === undefined || failure === 'execution reverted')
    return ', reverted'
  // A contract may say what it likes, and a line is a line.
  const text = failure.replace(/\s+/g, ' ')
  return `, reverted: ${text.length > 100 ? `${text.slice(0, 99)}…` : text}`
}

function nameIn(
  { transactions }: Pick<Timeline, 'transactions'>,
  hash: `0x${string}`,
): string {
  return nameOf(
    transactions.find((one) => one.hash === hash) ?? { hash, label: undefined },
  )
}

function requestLines(request: TimelineRequest): Line[] {
  const { at, settledAt, outcome, failure, saw, calls } = request
  const answer =
    outcome.type === 'result'
      ? valueText(outcome.value)
      : firstSentence(failure ?? '')
  const late = settledAt === at ? '' : `, asked at ${at} ms`
  const seen = saw === null ? '' : ` (saw ${sawText(saw)})`
  return [
    {
      at: settledAt,
      text: `${requestText(request)} → ${answer}${seen}${late}`,
    },
    ...calls.map(({ to, selector, isSuccess }) => ({
      at: settledAt,
      text: `  within: ${selector} of ${to}${isSuccess === false ? ' failed' : ''}`,
    })),
  ]
}

/** All of it stands at the top. */
function firstSentence(text: string): string {
  return text.replace(/\. .*$/s, '')
}
