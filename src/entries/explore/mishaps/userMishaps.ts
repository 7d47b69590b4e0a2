import { isPromptMethod } from '../../../rpc/method/walletMethods.js'
import type { Timeline, TimelineRequest } from '../../timeline/index.js'
import type { PromptMethod, WalletProfile } from '../../wallet/index.js'
import * as wallets from '../../wallets/index.js'
import type { Offered, UserAct, WalletName } from '../model/mishap.js'
import {
  isIncluded,
  nthOf,
  ordinal,
  type Read,
  type Series,
  sentIn,
  seriesOf,
} from './reads.js'

/** What the test declares of its user, as it happened in a run. */
export type Acts = {
  /** Calls of `user`, in order. */
  readonly acts: readonly {
    readonly name: string
    readonly at: number
    /** Those of its clicks on the page that a double click repeats. */
    readonly clicks: readonly NonNullable<
      Extract<UserAct, { type: 'again' }>['click']
    >[]
  }[]
  /** When `page` opened the page; null without it. */
  readonly pageAt: number | null
  /** Whether the application is connected to a wallet of several accounts. */
  readonly isConnected: boolean
  /** Whether the test leaves it open which wallet its user has. */
  readonly isAnyWallet: boolean
  /** The further endpoints of nodes. */
  readonly endpoints: readonly {
    readonly chainId: number
    readonly names: readonly string[]
  }[]
}

/** Those of a story whose test declares nothing. */
export const noActs: Acts = {
  acts: [],
  pageAt: null,
  isConnected: false,
  isAnyWallet: false,
  endpoints: [],
}

/** What a wallet's prompt is called. */
export function promptTarget(method: string | null): Read {
  return { target: `prompt(${method})`, words: `${method}` }
}

/** All that the user does otherwise: in the wallet, on the page, in its acts. */
export function userMishaps(
  timelines: readonly Timeline[],
  acts: Acts,
): Offered[] {
  const prompts = timelines
    .flatMap(({ answeredRequests }) => answeredRequests)
    .filter(isPrompt)
    .sort((one, other) => one.at - other.at)
  const moments = momentsOf(timelines, acts)
  return [
    ...seriesOf(prompts, ({ method }) => [promptTarget(method)]).flatMap(
      (series) => promptMishaps(series, acts),
    ),
    ...(acts.isAnyWallet && isAsked(timelines) ? otherWallets() : []),
    ...switches(timelines, prompts, acts, moments),
    ...actMishaps(acts, moments),
    ...pageMishaps(acts, moments),
  ]
}

function isAsked(timelines: readonly Timeline[]): boolean {
  return timelines.some(({ answeredRequests }) =>
    answeredRequests.some(({ via }) => via === 'wallet'),
  )
}

/** Wallets as they are, by name. In CommonJS, a module has a `default`, too. */
export const profiles = new Map(
  Object.entries(wallets).filter(([name]) => name !== 'default') as [
    WalletName,
    WalletProfile,
  ][],
)

/** The user has a wallet that differs from the ideal one. */
function otherWallets(): Offered[] {
  return [...profiles].map(([key, { name }]) => ({
    target: 'wallet',
    place: 1,
    subject: 'the user',
    kind: 'otherWallet',
    variant: key,
    rank: 2,
    words: `has ${name}`,
    wallet: key,
  }))
}

/** Wallets that say otherwise than the standards that their user rejects. */
const rejecting = [...profiles]
  .filter(
    ([, { rejection, sends }]) =>
      rejection !== undefined &&
      rejection !== 'never' &&
      sends !== 'safeTransaction',
  )
  .map(([key, { name }]) => ({ key, name }))

function promptMishaps(
  { target, words: method, like }: Series<TimelineRequest>,
  { isAnyWallet }: Acts,
): Offered[] {
  return like.flatMap((request, index) => {
    const prompt = nthOf(index, like.length, method)
    const at = { method: method as PromptMethod, skip: index }
    const offer = (
      rank: number,
      kind: Offered['kind'],
      variant: string | undefined,
      words: string,
      user: UserAct,
      wallet?: WalletName,
    ): Offered => ({
      target,
      place: index + 1,
      ...(wallet !== undefined && { wallet }),
      subject: 'the user',
      at: request.at,
      kind,
      variant,
      rank: rank + index,
      words,
      user,
    })
    return [
      offer(0, 'rejected', undefined, `rejects ${prompt}`, {
        type: 'reject',
        ...at,
      }),
      offer(
        1,
        'leftOpen',
        `${answer}`,
        `answers ${prompt} after ${answer} ms`,
        {
          type: 'leaveOpen',
          ...at,
          ms: answer,
        },
      ),
      offer(1, 'leftOpen', undefined, `never answers ${prompt}`, {
        type: 'leaveOpen',
        ...at,
        ms: null,
      }),
      ...(isAnyWallet ? rejecting : []).map(({ key, name }) =>
        offer(
          1,
          'rejected',
          key,
          `rejects ${prompt} in ${name}`,
          { type: 'reject', ...at },
          key,
        ),
      ),
      ...(sends.test(`${request.method}`) && request.outcome.type === 'result'
        ? [
            offer(2, 'repeated', undefined, `approves ${prompt} twice`, {
              type: 'approveTwice',
              ...at,
            }),
          ]
        : []),
    ]
  })
}

const sends = /^(eth_sendTransaction|wallet_sendCalls)$/

/** ms for which a prompt stays open */
const answer = 3_000

/** An instant at which something has just happened. */
type Moment = {
  readonly at: number
  readonly words: string
  readonly id: string
}

/** moments of one kind */
const mostMoments = 4

/** When users do something unexpected: right after what they could see. */
function momentsOf(timelines: readonly Timeline[], { acts }: Acts): Moment[] {
  const sent = timelines.flatMap(sentIn)
  const hashes = new Set(sent.map(({ hash }) => hash))
  const included = timelines
    .flatMap(({ events }) => events)
    .filter(isIncluded)
    .filter(({ hash }) => hashes.has(hash))
  const sealed = timelines
    .flatMap(({ blocks }) => blocks)
    .filter(({ transactions }) => transactions.some((one) => hashes.has(one)))
  const until = Math.max(...timelines.map((timeline) => timeline.until))
  const named = (
    all: readonly { readonly at: number }[],
    id: string,
    words: (index: number) => string,
  ): Moment[] =>
    all.slice(0, mostMoments).map(({ at }, index) => ({
      at: at + 1,
      id: `${id}-${index + 1}`,
      words: words(index),
    }))
  const all = [
    ...named(acts, 'act', (index) => `right after "${acts[index]?.name}"`),
    ...named(
      sent,
      'sent',
      (index) => `once ${nthOf(index, sent.length, 'the transaction')} is sent`,
    ),
    ...named(
      included,
      'pending',
      (index) =>
        `once ${nthOf(index, included.length, 'the transaction')} is pre-confirmed`,
    ),
    ...named(
      sealed,
      'sealed',
      (index) =>
        `once ${nthOf(index, sealed.length, 'the block')} with a transaction is sealed`,
    ),
    ...[0.25, 0.6].map((part) => {
      const at = Math.round(until * part)
      return { at, id: `at-${at}`, words: `at ${at} ms` }
    }),
  ]
  const seen = new Set<number>()
  return all.filter(({ at }) => {
    const isNew = at < until && !seen.has(at)
    seen.add(at)
    return isNew
  })
}

function switches(
  timelines: readonly Timeline[],
  prompts: readonly TimelineRequest[],
  { isConnected }: Acts,
  moments: readonly Moment[],
): Offered[] {
  const [, other] = timelines
  const series = seriesOf(prompts, ({ method }) => [promptTarget(method)])
  const afterPrompts = series.flatMap(({ words: method, like }) =>
    like.map(({ settledAt }, index) => ({
      at: settledAt + 1,
      id: `${method}-${index + 1}`,
      words: `right after ${nthOf(index, like.length, method)}`,
    })),
  )
  const times = [...afterPrompts, ...(isConnected ? moments : [])]
  return times.flatMap(({ at, id, words }, index) => {
    const act = (variant: string, does: string, user: UserAct): Offered => ({
      target: 'wallet',
      place: 1,
      subject: 'the user',
      kind: user.type === 'disconnect' ? 'disconnected' : 'switched',
      variant: `${variant}-${id}`,
      at,
      rank: 1 + Math.floor(index / 2),
      words: `${does} ${words}`,
      user,
    })
    return [
      act('account', 'switches to another account', {
        type: 'switchAccount',
        at,
        account: 1,
      }),
      ...(other === undefined
        ? []
        : [
            act('chain', 'switches to another chain', {
              type: 'switchChain',
              at,
              chainId: other.chainId,
            }),
          ]),
      act('wallet', 'disconnects the wallet', { type: 'disconnect', at }),
    ]
  })
}

/** Each act once more, at once and later, and after the next one. */
function actMishaps({ acts }: Acts, moments: readonly Moment[]): Offered[] {
  return acts.flatMap(({ name, at, clicks }, index) => {
    const like = acts.filter((act) => act.name === name)
    const nth = like.indexOf(acts[index] as (typeof acts)[number])
    const on = {
      target: `act(${name})`,
      place: nth + 1,
      subject: 'the user',
    }
    const act = nthOf(nth, like.length, `"${name}"`)
    const again = (after: number, words: string, rank: number): Offered => ({
      ...on,
      kind: 'repeated',
      variant: after,
      at: at + after,
      rank,
      words: `does ${act} again ${words}`,
      user: { type: 'again', act: name, nth, after },
    })
    const atOnce = again(0, 'at once', 0)
    const doubles = clicks.map(
      (click, which): Offered => ({
        ...atOnce,
        ...(which > 0 && {
          variant: `0-click-${click.nth + 1}`,
          words: `repeats the ${ordinal(click.nth + 1)} click of ${act} at once`,
        }),
        user: { type: 'again', act: name, nth, after: 0, click },
      }),
    )
    const later = moments
      .filter((moment) => moment.at > at + 1 && !moment.id.startsWith('act'))
      .map((moment) => again(moment.at - at, moment.words, 1))
    const next = acts[index + 1]
    return [
      ...(doubles.length > 0 ? doubles : [atOnce]),
      again(1_000, '1000 ms later', 1),
      ...later,
      ...(next === undefined
        ? []
        : [
            {
              ...on,
              kind: 'postponed' as const,
              at,
              rank: 1,
              words: `does ${act} after "${next.name}"`,
              user: {
                type: 'postpone' as const,
                act: name,
                nth,
                by: next.at - at + 1,
              },
            },
          ]),
    ]
  })
}

/** ms for which the user is elsewhere */
const absence = 2_000

function pageMishaps({ pageAt }: Acts, moments: readonly Moment[]): Offered[] {
  if (pageAt === null) return []
  return moments.flatMap(({ at, id, words }, index) => {
    const offer = (variant: string, does: string, user: UserAct): Offered => ({
      target: 'page',
      place: 1,
      subject: 'the user',
      kind: 'reloaded',
      variant: `${variant}-${id}`,
      at,
      rank: Math.floor(index / 2),
      words: `${does} ${words}`,
      user,
    })
    return [
      offer('reload', 'reloads the page', { type: 'reload', at }),
      offer('away', `leaves the page for ${absence} ms`, {
        type: 'away',
        at,
        ms: absence,
      }),
      offer('tab', 'opens the page in a second tab', { type: 'secondTab', at }),
    ]
  })
}

function isPrompt({ via, method }: TimelineRequest): boolean {
  return via === 'wallet' && method !== null && isPromptMethod(method)
}
