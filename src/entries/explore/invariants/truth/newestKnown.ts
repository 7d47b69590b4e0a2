import type { AnsweredRequest } from '../../../../index.js'
import type { Timeline } from '../../../timeline/index.js'
import { blockTimeOf } from '../../mishaps/reading/blockTimeOf.js'
import type { Mishap } from '../../model/mishap.js'
import type { Seen } from '../../model/run.js'
import { textOf } from '../../model/textOf.js'

/**
 * When the application's newest answer was true, given the requests that the
 * mishap made err, and until when that excuses it. Undefined if no request
 * erred.
 */
export function newestKnown(
  { mishaps }: Seen,
  timeline: Timeline,
  now: number,
  again: number,
): { readonly at: number; readonly until: number } | undefined {
  const { answeredRequests } = timeline
  const erred = answeredRequests.filter(
    ({ faults, at }) => faults.length > 0 && at <= now,
  )
  const kept = mishaps
    .filter(({ mishap, at }) => at <= now && keepsBack(mishap))
    .map(({ at }) => at)
  const until = Math.max(0, ...mishaps.map((acted) => acted.until)) + again
  if (erred.length + kept.length === 0 || now > until) return undefined
  if (erred.length === 0) return { at: Math.min(...kept), until }
  const asked = new Set(erred.map(askedText))
  const known = answeredRequests
    .filter(
      (request) =>
        request.settledAt <= now &&
        request.outcome.type === 'result' &&
        asked.has(askedText(request)),
    )
    .map(({ at, faults }) =>
      faults.length > 0 ? at - ageAt(at, mishaps, timeline) : at,
    )
  return { at: Math.min(Math.max(0, ...known), ...kept), until }
}

/** The very same question. */
function askedText({ method, params }: AnsweredRequest): string {
  return textOf([method, params])
}

/** Whether it loses what no request asks for: a message, or a call of several. */
function keepsBack({ steps = [], innerCall, kind }: Mishap): boolean {
  return (
    innerCall !== undefined ||
    steps.some(
      (step) =>
        step.type === 'disconnectSockets' ||
        (step.type === 'fault' &&
          step.fault.type === 'socket' &&
          kind !== 'doubled'),
    )
  )
}

/** ms by which an answer of that time may be older than its request. */
function ageAt(
  at: number,
  mishaps: Seen['mishaps'],
  timeline: Timeline,
): number {
  const faults = mishaps
    .flatMap(({ mishap: { steps = [] } }) => steps)
    .flatMap((step) => (step.type === 'fault' ? [step.fault] : []))
  return Math.max(
    0,
    ...faults.map(({ type, since = at }) => {
      if (type === 'frozen') return at - since
      return type === 'stale' || type === 'otherBlock'
        ? Math.max(2_000, blockTimeOf(timeline))
        : 0
    }),
  )
}
