import { requestText } from '../../../base/words/words.js'
import type { WaitingRequest } from '../../../index.js'
import type { Timeline, TimelineRequest } from '../read/timeline.js'
import { lines } from './lines.js'

/** For a failing test: what failed first, then what came to pass, line by line. */
export function formatText(
  timeline: Timeline,
  { most = 60 }: { readonly most?: number } = {},
): string {
  const story = lines(timeline)
  const left = story.length - most
  const told = left > 0 ? story.slice(left) : story
  return [
    ...failures(timeline.answeredRequests),
    ...unanswered(timeline.waitingRequests),
    ...(left > 0 ? [`(${left} earlier lines are left out)`] : []),
    ...told.map(
      ({ at, text }) => `${`${at}`.padStart(width(timeline))} ms  ${text}`,
    ),
  ].join('\n')
}

function width({ until }: Timeline): number {
  return `${until}`.length
}

/** What client libraries swallow, and a test then does not see. */
function failures(requests: readonly TimelineRequest[]): string[] {
  const failed = requests.filter(({ failure }) => failure !== null)
  if (failed.length === 0) return []
  const unserved = failed.filter(({ isUnserved }) => isUnserved)
  const others = failed.filter(({ isUnserved }) => !isUnserved)
  const ranked = [...unserved, ...others]
  const shown = ranked.slice(0, 5)
  return [
    'Requests that failed, which a client may have kept to itself:',
    ...shown.map(
      (request) =>
        `  ${request.at} ms  ${requestText(request)}: ${withoutList(request)}`,
    ),
    ...more(ranked, shown),
    '',
  ]
}

/** What hangs, so that a test waits until its time is over. */
function unanswered(waiting: readonly WaitingRequest[]): string[] {
  if (waiting.length === 0) return []
  const shown = waiting.slice(0, 5)
  return [
    'Requests that still wait for an answer:',
    ...shown.map(
      (request) =>
        `  ${request.at} ms  ${requestText(request)}${heldBy[`${request.heldBy}`]}`,
    ),
    ...more(waiting, shown),
    '',
  ]
}

const heldBy = {
  gate: ', held by a gate',
  fault: ', held back by a fault',
  null: '',
}

function more(all: readonly unknown[], shown: readonly unknown[]): string[] {
  const left = all.length - shown.length
  return left > 0 ? [`  and ${left} more`] : []
}

/** The methods that are served, which are many. */
function withoutList({ failure }: TimelineRequest): string {
  return (failure ?? '').replace(/; (served are|the error's data) .*$/s, '')
}
