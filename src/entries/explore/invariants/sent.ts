import { optional } from '../../../base/validation/fields.js'
import { amount, short } from '../../../base/words/words.js'
import type { Hash, ScriptedTransaction } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import { nameOfAddress } from '../mishaps/reads.js'
import { shownText, textOf } from '../model/mishap.js'
import type { Invariant, Seen } from '../model/run.js'
import {
  isWanted,
  named,
  readGiven,
  type Wanted,
  wanted,
  window,
} from './given.js'
import { intentOf } from './lives.js'

/**
 * The application shows the final status of every transaction that it sends: an
 * intermediate status, such as "pending", does not stay.
 *
 * @param within - ms for which an intermediate status may be shown; default
 * 30_000
 * @param ends - The final statuses. Default: everything that the plain run does
 * not show between sending and its last value.
 */
export function everySentIsTold(
  options: {
    readonly within?: number | undefined
    readonly ends?: Wanted | undefined
  } = {},
): Invariant {
  const { within = 30_000, ends } = readGiven('everySentIsTold', options, {
    within: window,
    ends: optional(wanted, undefined),
  })
  return named('everySentIsTold', (seen) => {
    const { looks, sent, now } = seen
    const last = looks.at(-1)
    const newest = sent.at(-1)
    if (last === undefined || newest === undefined)
      return { unjudged: 'nothing was sent' }
    const isTold =
      ends === undefined
        ? !onTheWay(seen).has(textOf(last.value))
        : isWanted(last.value, ends)
    if (isTold) return undefined
    const deadline = Math.max(last.at, newest.at) + within
    return now < deadline
      ? { undecidedUntil: deadline }
      : {
          at: now,
          text: `it showed ${shownText(last.value)} from ${last.at} ms on, and ${ends === undefined ? 'no final status' : 'no text of "ends"'} within ${within} ms${isStillAsked(seen, newest.hash) ? stillAsked : ''}`,
        }
  })
}

/** ms in which a client asks again */
const pace = 10_000

/** Whether no block took it yet, and the application goes on asking for it. */
function isStillAsked(
  { timelines, answeredRequests, now }: Seen,
  hash: Hash,
): boolean {
  const moves = timelines
    .flatMap(({ transactions }) => transactions)
    .find((one) => one.hash === hash)?.moves
  return (
    moves?.at(-1)?.type === 'sent' &&
    answeredRequests.some(
      ({ method, params, at }) =>
        at > now - pace &&
        (method === 'eth_blockNumber' || params.includes(hash)),
    )
  )
}

const stillAsked =
  '. The transaction was still pending, and the application still asked for it: give its client a shorter timeout, or the invariant a longer "within"'

/** Values shown only between the sending and the end. */
function onTheWay({ plain: { looks, sent } }: Seen): ReadonlySet<string> {
  const [first] = sent
  if (first === undefined) return new Set()
  const after = looks.filter(({ until }) => until > first.at)
  const before = looks.filter(({ at }) => at < first.at)
  const others = [...before, ...after.slice(-1)].map(({ value }) =>
    textOf(value),
  )
  return new Set(
    after
      .slice(0, -1)
      .map(({ value }) => textOf(value))
      .filter((text) => !others.includes(text)),
  )
}

/**
 * A transaction that is included once on the plain network is never included
 * twice: one click pays once.
 */
export function neverPaidTwice(): Invariant {
  return named('neverPaidTwice', (seen) => {
    if (seen.sent.length === 0) return { unjudged: 'nothing was sent' }
    const usual = included(seen.plain)
    // A double click is meant once; who clicks again later may mean it, and no
    // application can help it if the wallet sends twice.
    const meant = seen.mishaps.filter(
      ({ mishap: { user } }) =>
        user?.type === 'approveTwice' ||
        (user?.type === 'again' && user.after > 0),
    ).length
    const known = new Map<string, Included[]>()
    for (const one of included(seen)) {
      const like = [...(known.get(one.intent) ?? []), one]
      known.set(one.intent, like)
      const times = usual.filter(({ intent }) => intent === one.intent).length
      if (like.length <= Math.max(1, times) + meant) continue
      const places = like.map(({ place }) => place).join(' and as ')
      return {
        at: one.at,
        text: `${one.words} was included ${like.length === 2 ? 'twice' : `${like.length} times`}: as ${places}`,
      }
    }
    return undefined
  })
}

type Included = {
  readonly at: number
  /** Equal for equal payments. */
  readonly intent: string
  readonly words: string
  readonly place: string
}

/** Sent transactions that took effect and were not undone, each once. */
function included({ timelines, sent }: Pick<Seen, 'timelines' | 'sent'>) {
  const hashes = new Set(sent.map(({ hash }) => hash))
  return timelines.flatMap((timeline): Included[] => {
    const { events, transactions, annotations, chainId } = timeline
    const undone = new Set(
      transactions.filter(isUndone).map(({ hash }) => hash),
    )
    return events.flatMap((event) => {
      if (event.type !== 'preconfirmed') return []
      const { at, hash, transaction } = event
      if (!hashes.delete(hash) || undone.has(hash)) return []
      return [
        {
          at,
          intent: intentOf(chainId, transaction),
          words: wordsOf(transaction, annotations),
          place: `${short(hash)} at ${at} ms`,
        },
      ]
    })
  })
}

function isUndone({ moves }: Timeline['transactions'][number]): boolean {
  const last = moves.at(-1)
  return (
    last !== undefined &&
    (last.type === 'dropped' ||
      ('status' in last && last.status === 'reverted'))
  )
}

function wordsOf(
  { to, value, data }: ScriptedTransaction,
  { names }: Timeline['annotations'],
): string {
  const whom = to === null ? 'a new contract' : nameOfAddress(to, names)
  return data === '0x'
    ? `the payment of ${amount(value)} to ${whom}`
    : `the same call of ${whom}`
}
