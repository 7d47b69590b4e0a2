import {
  type FieldValidators,
  optional,
  readOptions,
} from '../../../base/validation/fields.js'
import { boolean } from '../../../base/validation/values.js'
import { isPromptMethod } from '../../../rpc/method/walletMethods.js'
import type { Timeline } from '../../timeline/index.js'
import {
  type Mishap,
  type MishapKind,
  mishapKinds,
  type Offered,
  textOf,
  toMishap,
  usualOutage,
} from '../model/mishap.js'
import {
  sealMishaps,
  transactionMishaps,
  unfairMishaps,
} from './chainMishaps.js'
import { endpointMishaps } from './endpointMishaps.js'
import {
  isOfWallet,
  type Read,
  readsOf,
  sealedBlocks,
  sentIn,
  subscriptionName,
} from './reads.js'
import {
  filterMishaps,
  innerCallMishaps,
  limitMishaps,
  requestMishaps,
} from './requestMishaps.js'
import { messageTarget, socketMishaps } from './socketMishaps.js'
import { type Acts, noActs, promptTarget, userMishaps } from './userMishaps.js'

export type MishapsOptions = {
  /**
   * Includes rare mishaps: a request that breaks the connection, a wallet that
   * disconnects, a WebSocket that falls silent, a reorg of two blocks, a chain
   * that changes its block time. Default false
   */
  readonly unfair?: boolean | undefined
}

const fields: FieldValidators<MishapsOptions> = {
  unfair: optional(boolean, undefined),
}

/**
 * Every mishap that a story offers, without duplicates and in a fixed order.
 * The first of each kind for each read come first, so a few runs try something
 * of everything.
 *
 * @example
 * mishapsOf(readTimeline(node))[0]?.name
 *
 * @param timelines - The story of each node.
 * @throws InvalidParametersError for an option that it does not have.
 */
export function mishapsOf(
  timelines: Timeline | readonly Timeline[],
  options: MishapsOptions = {},
): Mishap[] {
  const { unfair = false } = readOptions('mishapsOf', options, fields)
  const all = 'answeredRequests' in timelines ? [timelines] : timelines
  return offersOf(all, { unfair }).map(({ mishap }) => mishap)
}

/** A mishap, and all that it hits. */
export type Offer = {
  readonly mishap: Mishap
  readonly rank: number
  /** When that happens which it hits; undefined: all the time. */
  readonly at: number | undefined
  /** Targets: several, if one request reads several things. */
  readonly aims: readonly string[]
  /** The same by the names of the others that it hits. */
  readonly aliases: readonly Mishap[]
}

/** What a sweep may choose. */
export type Choice = {
  readonly unfair?: boolean | undefined
  /** ms for which a method is not served */
  readonly outage?: number | undefined
  /** How much each kind is worth; 0 leaves it out. Default 1 */
  readonly kinds?: { readonly [kind in MishapKind]?: number } | undefined
}

/**
 * The mishaps that a story offers, equal ones once, in the order in which they
 * are tried.
 */
export function offersOf(
  timelines: readonly Timeline[],
  { unfair = false, outage = usualOutage, kinds = {} }: Choice,
  acts: Acts = noActs,
): Offer[] {
  const offered: Offered[] = [
    ...phases(timelines),
    ...timelines.flatMap((timeline) => [
      ...transactionMishaps(timeline),
      ...sealMishaps(timeline),
      ...requestMishaps(timeline, outage),
      ...limitMishaps(timeline),
      ...filterMishaps(timeline),
      ...socketMishaps(timeline),
      ...innerCallMishaps(timeline),
      ...endpointMishaps(timeline, outage, endpointsOf(timeline, acts)),
      ...(unfair ? unfairMishaps(timeline) : []),
    ]),
    ...userMishaps(timelines, acts),
  ]
  const weightOf = (kind: MishapKind) => kinds[kind] ?? 1
  const ranked = offered
    .filter((one) => unfair || !isUnfair(one))
    .filter(({ kind }) => weightOf(kind) > 0)
    .map((one, index) => ({
      one,
      index,
      rank: (one.rank + 1) / weightOf(one.kind),
    }))
    .sort(
      (first, second) =>
        first.rank - second.rank ||
        mishapKinds.indexOf(first.one.kind) -
          mishapKinds.indexOf(second.one.kind) ||
        first.index - second.index,
    )
  const offers = new Map<
    string,
    {
      mishap: Mishap
      rank: number
      at: number | undefined
      aims: string[]
      aliases: Mishap[]
    }
  >()
  const ids = new Set<string>()
  for (const { one, rank } of ranked) {
    const mishap = toMishap(one, timelines.length === 1)
    const {
      id: _,
      kind: __,
      name: ___,
      target,
      place,
      subject,
      ...does
    } = mishap
    const effect = textOf(does)
    const known = offers.get(effect)
    known?.aims.push(one.target)
    if (ids.has(mishap.id)) continue
    ids.add(mishap.id)
    if (known === undefined)
      offers.set(effect, {
        mishap,
        rank,
        at: one.at,
        aims: [one.target],
        aliases: [],
      })
    else known.aliases.push(mishap)
  }
  return [...offers.values()]
}

/** The further endpoints of a node. */
function endpointsOf({ chainId }: Timeline, { endpoints }: Acts) {
  return endpoints.find((one) => one.chainId === chainId)?.names ?? []
}

/** What hardly any application gets over. */
function isUnfair({ kind, user, wallet }: Offered): boolean {
  return (
    kind === 'disconnected' ||
    // Its hash is none of the chain's.
    wallet === 'safe' ||
    (user?.type === 'leaveOpen' && user.ms === null)
  )
}

/** Requests in step with the beats hide races between the two. */
function phases([timeline]: readonly Timeline[]): Offered[] {
  const beat = timeline?.preconfirmationTime ?? 200
  return [...new Set([1, Math.floor(beat / 3), Math.floor((beat * 2) / 3)])]
    .filter((phase) => phase > 0 && phase < beat)
    .map((phase) => ({
      target: 'start',
      place: 1,
      subject: 'the application',
      kind: 'phase',
      variant: phase,
      rank: 0,
      words: `starts ${phase} ms after a beat`,
      phase,
    }))
}

/** All that mishaps can hit in a story: how ids call it, and sentences. */
export function aimsOf(
  timelines: readonly Timeline[],
): ReadonlyMap<string, string> {
  const aims = timelines.flatMap((timeline): Read[] => {
    const { answeredRequests, sockets } = timeline
    return [
      ...answeredRequests.flatMap((request): readonly Read[] => {
        const { method, outcome } = request
        if (method === null) return []
        if (isOfWallet(request))
          // What a wallet answers by itself, no network and no user delays.
          return isPromptMethod(method)
            ? [{ ...promptTarget(method), words: `${method} to the wallet` }]
            : []
        const reads = readsOf(request, timeline)
        return method === 'eth_subscribe' && outcome.type === 'result'
          ? [...reads, messagesOf(outcome.value, timeline)]
          : reads
      }),
      ...(sealedBlocks(timeline).length === 0
        ? []
        : [{ target: 'block', words: 'blocks' }]),
      ...(sentIn(timeline).length === 0
        ? []
        : [{ target: 'sent', words: 'the sent transactions' }]),
      ...(sockets.some(({ type }) => type === 'opened')
        ? [{ target: 'socket', words: 'the WebSockets' }]
        : []),
    ]
  })
  return new Map(aims.map(({ target, words }) => [target, words]))
}

function messagesOf(id: unknown, timeline: Timeline): Read {
  const { target } = messageTarget(id, timeline)
  return { target, words: `messages of ${subscriptionName(id, timeline)}` }
}
