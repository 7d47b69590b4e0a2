import type { AnsweredRequest } from '../../../../index.js'
import type { Timeline } from '../../../timeline/index.js'
import type { Seen } from '../../model/run.js'

/**
 * What the application could know at best of what the mishap made err: when the
 * newest answer that it had was true, and until when that excuses it. Undefined
 * where no request erred.
 */
export function newestKnown(
  { mishaps }: Seen,
  { answeredRequests }: Timeline,
  now: number,
  again: number,
): { readonly at: number; readonly until: number } | undefined {
  const erred = answeredRequests.filter(
    ({ faults, at }) => faults.length > 0 && at <= now,
  )
  const until = Math.max(0, ...mishaps.map((acted) => acted.until)) + again
  if (erred.length === 0 || now > until) return undefined
  const asked = new Set(erred.map(askedText))
  const known = answeredRequests
    .filter(
      (request) =>
        request.settledAt <= now &&
        request.outcome.type === 'result' &&
        asked.has(askedText(request)),
    )
    .map(({ at, faults }) => (faults.length > 0 ? at - ageOf(mishaps) : at))
  return { at: Math.max(0, ...known), until }
}

/** The very same question. */
function askedText({ method, params }: AnsweredRequest): string {
  return JSON.stringify([method, params])
}

/** ms by which an old answer is older than its request. */
function ageOf(mishaps: Seen['mishaps']): number {
  return mishaps.some(({ mishap: { kind } }) =>
    ['old', 'otherBlock'].includes(kind),
  )
    ? 2_000
    : 0
}
