import type { WaitingRequest } from '../../../index.js'
import type { Timeline } from '../read/timeline.js'
import { createWords, type Words } from './createWords.js'
import { eventLines, isRead } from './eventLines.js'
import { type JoinedRequest, joinFallbacks } from './joinFallbacks.js'
import { type Line, readLines } from './readLines.js'

/**
 * For a failing test: requests that failed, then the events and the acts of the
 * user, then reads. If there is no room, reads are cut first.
 */
export function formatText(
  timeline: Timeline,
  { most = 100 }: { readonly most?: number } = {},
): string {
  const words = createWords(timeline)
  const requests = joinFallbacks(timeline.answeredRequests)
  const events = eventLines(timeline, requests, words)
  const reads = readLines(requests.filter(isRead), words)
  const shownEvents = newest(events, most)
  const room = Math.max(most - shownEvents.length, 0)
  const shownReads = newest(reads, room)
  const width = `${timeline.until}`.length
  return [
    ...failures(requests, words),
    ...unanswered(timeline.waitingRequests, words),
    ...part(events, shownEvents, width),
    ...(events.length > 0 && shownReads.length > 0 ? [''] : []),
    ...(shownReads.length > 0 ? ['Reads:'] : []),
    ...part(reads, shownReads, width),
  ].join('\n')
}

function newest(lines: readonly Line[], most: number): readonly Line[] {
  return lines.slice(Math.max(lines.length - most, 0))
}

function part(
  all: readonly Line[],
  shown: readonly Line[],
  width: number,
): string[] {
  const left = all.length - shown.length
  const what = shown.length === 0 ? 'reads' : 'earlier lines'
  return [
    ...(left > 0 ? [`(${left} ${what} are left out)`] : []),
    ...shown.map(({ at, text }) => `${`${at}`.padStart(width)} ms  ${text}`),
  ]
}

/** Failures that client libraries swallow, so that a test does not see them. */
function failures(requests: readonly JoinedRequest[], words: Words): string[] {
  const failed = requests.filter(({ failure }) => failure !== null)
  if (failed.length === 0) return []
  const unserved = failed.filter(({ isUnserved }) => isUnserved)
  const others = failed.filter(({ isUnserved }) => !isUnserved)
  return [
    'Requests that failed, perhaps without a word from the client:',
    ...folded([...unserved, ...others], (request) => ({
      at: request.at,
      text: `${words.request(request)}: ${failureText(request, words)}${words.fallback(request)}`,
    })),
    '',
  ]
}

/** Requests that hang, so that a test waits until its time is over. */
function unanswered(
  waiting: readonly WaitingRequest[],
  words: Words,
): string[] {
  if (waiting.length === 0) return []
  return [
    'Requests that still wait for an answer:',
    ...folded(waiting, (request) => ({
      at: request.at,
      text: `${words.request(request)}${heldBy[`${request.heldBy}`]}`,
    })),
    '',
  ]
}

const heldBy = {
  gate: ', held by a gate',
  fault: ', held back by a fault',
  null: '',
}

const mostShown = 5

/** The first few different ones, each with how often it came. */
function folded<one>(
  all: readonly one[],
  toLine: (one: one) => Line,
): string[] {
  const runs = new Map<string, { at: number; many: number }>()
  for (const one of all) {
    const { at, text } = toLine(one)
    const run = runs.get(text)
    if (run === undefined) runs.set(text, { at, many: 1 })
    else run.many++
  }
  const left = runs.size - mostShown
  return [
    ...[...runs]
      .slice(0, mostShown)
      .map(
        ([text, { at, many }]) =>
          `  ${at} ms  ${text}${many === 1 ? '' : `, ${many} times`}`,
      ),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ]
}

/** Without the methods that are served, which are many. */
function failureText(request: JoinedRequest, words: Words): string {
  const { failure, outcome } = request
  const named = outcome.type === 'error' && outcome.error.code === 3
  return named
    ? words.outcome(request, outcome)
    : (failure ?? '').replace(/ The error's data .*$/s, '')
}
