import { decidesInclusion } from '../../../chain/model/transaction.js'
import type { Fault, Step } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import { keptRequests, sentIn } from '../mishaps/reads.js'
import type { Mishap, UserAct } from '../model/mishap.js'
import type { Acted } from '../model/run.js'
import { labelOf } from './playMishaps.js'

/** From when to when a mishap acted; undefined if it did not. */
export function readActed(
  mishap: Mishap,
  index: number,
  timelines: readonly Timeline[],
  actedAt?: number,
): Acted | undefined {
  const { chainId, steps = [], user, innerCall, resend, phase } = mishap
  const { wallet, limits, forgets } = mishap
  const timeline =
    timelines.find((one) => one.chainId === chainId) ?? timelines[0]
  if (timeline === undefined) return undefined
  const isSeenOnlyByActing =
    innerCall !== undefined ||
    (resend ?? forgets) !== undefined ||
    (user !== undefined && !('skip' in user))
  const longer = user?.type === 'away' ? user.ms : 0
  const spans = [
    ...(phase === undefined ? [] : [{ at: 0, until: phase }]),
    ...(user === undefined && (wallet ?? limits) !== undefined
      ? [{ at: 0, until: limits === undefined ? 0 : Number.POSITIVE_INFINITY }]
      : []),
    ...(user?.type === 'reject' ? refusals(user, timelines) : []),
    ...(user?.type === 'leaveOpen' || user?.type === 'approveTwice'
      ? promptOf(user, timelines)
      : []),
    ...(isSeenOnlyByActing && actedAt !== undefined
      ? [{ at: actedAt, until: actedAt + longer }]
      : []),
    ...steps.flatMap((step) => spansOf(step, index, timeline)),
  ]
  const [first] = spans
  if (first === undefined) return undefined
  return {
    mishap,
    at: Math.min(...spans.map(({ at }) => at)),
    until: Math.max(...spans.map(({ until }) => until)),
  }
}

type Span = { readonly at: number; readonly until: number }

function spansOf(step: Step, index: number, timeline: Timeline): Span[] {
  switch (step.type) {
    case 'disconnectSockets':
      return timeline.sockets
        .filter(
          (event) =>
            event.at === step.at &&
            (event.type === 'silenced' ||
              (event.type === 'closed' && event.by === 'node')),
        )
        .map(({ at, type }) => ({
          at,
          // Nobody hears of it, and so nobody connects again.
          until: type === 'silenced' ? Number.POSITIVE_INFINITY : at,
        }))
    case 'fault':
      if (decidesInclusion(step.fault)) return spansOfSent(step.fault, timeline)
      if (step.fault.type === 'socket')
        return spansOfSocketFault(step.fault, timeline)
      return timeline.answeredRequests
        .filter(({ faults }) => faults.includes(labelOf(index)))
        .map(({ at, settledAt }) => ({ at, until: settledAt }))
        .concat(waitingSpans(step.fault, timeline))
    case 'planSeal':
      return [{ at: step.at, until: step.at + (step.delay ?? 0) + 1 }]
    default:
      return [{ at: step.at, until: step.at }]
  }
}

/** From its sending on, until its last move. */
function spansOfSent({ skip = 0 }: Fault, timeline: Timeline): Span[] {
  const sent = sentIn(timeline)[skip]
  if (sent === undefined) return []
  const life = timeline.transactions.find(({ hash }) => hash === sent.hash)
  const last = life?.moves.at(-1)?.at ?? sent.at
  return [{ at: sent.at, until: Math.max(sent.at, last) }]
}

/** Of requests that it keeps, without an answer yet. */
function waitingSpans(fault: Fault, { waitingRequests }: Timeline): Span[] {
  return keptRequests(fault, waitingRequests).map(({ at }) => ({
    at,
    until: fault.type === 'delay' ? at + fault.ms : Number.POSITIVE_INFINITY,
  }))
}

function spansOfSocketFault(
  { opening, messages, ms = 0, until }: Extract<Fault, { type: 'socket' }>,
  { sockets }: Timeline,
): Span[] {
  return sockets
    .filter((event) =>
      event.type === 'message'
        ? event.became === messages
        : event.type === 'refused' && opening !== undefined,
    )
    .map(({ at }) => ({ at, until: until ?? at + ms }))
}

/** Wallets say it by codes of their own. */
function refusals(
  { method }: Extract<UserAct, { type: 'reject' }>,
  timelines: readonly Timeline[],
): Span[] {
  return timelines
    .flatMap(({ answeredRequests }) => answeredRequests)
    .filter(
      (one) =>
        one.via === 'wallet' &&
        one.method === method &&
        one.outcome.type === 'error',
    )
    .map(({ at, settledAt }) => ({ at, until: settledAt }))
}

/** The prompt that an act is about, from its request to its answer. */
function promptOf(
  { method, skip }: Extract<UserAct, { skip: number }>,
  timelines: readonly Timeline[],
): Span[] {
  const spans = timelines
    .flatMap(({ answeredRequests, waitingRequests }) => [
      ...answeredRequests
        .filter(({ via }) => via === 'wallet')
        .map((one) => ({ ...one, until: one.settledAt })),
      ...waitingRequests.map((one) => ({
        ...one,
        until: Number.POSITIVE_INFINITY,
      })),
    ])
    .filter((one) => one.method === method)
    .sort((one, other) => one.at - other.at)
    .map(({ at, until }) => ({ at, until }))
  return spans.slice(skip, skip + 1)
}
