import { nameOf } from '../../../base/words/words.js'
import { decidesInclusion } from '../../../chain/model/transaction.js'
import type { Hash, Step, StepNow, TransactionFault } from '../../../index.js'
import { jittered } from '../../presets/index.js'
import type { Timeline } from '../../timeline/index.js'
import { faultStep, type Offered, type UserAct } from '../model/mishap.js'
import type { Sent } from '../model/run.js'
import {
  blockTarget,
  blockTimeOf,
  isIncluded,
  isOfWallet,
  sealedBlocks,
  sentIn,
  sentTarget,
} from './reads.js'

/** ms after which a user replaces a transaction that waits */
const patience = 2_500

/** ms after which clients that poll have read it, too. */
const longPatience = 9_000

type Named = Pick<Offered, 'kind' | 'variant' | 'rank' | 'words'>

type Way = Named & { readonly rule: TransactionFault }

/** Each transaction that is sent, once in each way that one gets lost. */
export function transactionMishaps(timeline: Timeline): Offered[] {
  const { chainId, preconfirmationTime, answeredRequests } = timeline
  const sent = sentIn(timeline)
  const beatsOfBlock = Math.max(
    1,
    Math.round(blockTimeOf(timeline) / preconfirmationTime),
  )
  const byWallet = new Set<unknown>(
    answeredRequests.flatMap(({ via, method, outcome }) =>
      via === 'wallet' &&
      method === 'eth_sendTransaction' &&
      outcome.type === 'result'
        ? [outcome.value]
        : [],
    ),
  )
  return sent.flatMap(({ hash, at }, index) => {
    const on = sentTarget(index, sent.length, chainId)
    const ruled = waysOf(beatsOfBlock, preconfirmationTime).map(
      ({ rank, rule, ...way }): Offered => ({
        ...on,
        at,
        ...way,
        rank: rank + index,
        steps: [
          faultStep({
            ...rule,
            ...placeAmong(sent, index, timeline),
            times: 1,
          }),
        ],
      }),
    )
    const replaced = (['speedUp', 'cancel'] as const).map(
      (type): Offered => ({
        ...on,
        kind: 'replaced',
        variant: type,
        at: at + 1,
        rank: 1 + index,
        words: `is ${type === 'cancel' ? 'cancelled' : 'sped up'} in the wallet`,
        user: { type, at: at + 1 },
      }),
    )
    // Who replaces a transaction does so since it waits; before the application
    // has read it, and after it has.
    const seen = answeredRequests.find(
      (request) =>
        request.method === 'eth_getTransactionByHash' &&
        request.params[0] === hash &&
        request.outcome.type === 'result' &&
        request.outcome.value !== null,
    )
    const afterRead = (seen?.at ?? at + longPatience) + 1 - at
    const stuck = [...new Set([patience, afterRead])].flatMap((ms, order) =>
      replaced.map(
        ({ variant, words, ...one }): Offered => ({
          ...one,
          variant: `${variant}-after-${ms}`,
          rank: one.rank + 1 + order,
          words: `waits, and ${words} after ${ms} ms`,
          steps: ruled.find(({ kind }) => kind === 'never')?.steps,
          user: { ...(one.user as UserAct), at: at + ms } as UserAct,
        }),
      ),
    )
    // Only what a wallet has sent, its user can replace there.
    return byWallet.has(hash) ? [...ruled, ...replaced, ...stuck] : ruled
  })
}

/**
 * Where it stands among those that were sent. A rule does not count those that
 * another one has decided on, so that the time says which one it is.
 */
function placeAmong(
  sent: readonly Sent[],
  index: number,
  { events }: Timeline,
): Pick<TransactionFault, 'skip' | 'since'> {
  const at = sent[index]?.at ?? 0
  const isRuled = events.some(
    (event) =>
      event.type === 'step' &&
      event.step.type === 'fault' &&
      decidesInclusion(event.step.fault),
  )
  return isRuled
    ? {
        since: at,
        skip: sent.slice(0, index).filter((one) => one.at === at).length,
      }
    : { skip: index }
}

function waysOf(
  beatsOfBlock: number,
  preconfirmationTime: number,
): readonly Way[] {
  const drop = (beats: number, rank: number): Way => ({
    kind: 'dropped',
    variant: beats * preconfirmationTime,
    rank,
    words: `is pre-confirmed and dropped ${beats * preconfirmationTime} ms later`,
    rule: { type: 'drop', beats },
  })
  const delay = (beats: number): Way => ({
    kind: 'delayed',
    variant: beats * preconfirmationTime,
    rank: 1,
    words: `is included ${beats * preconfirmationTime} ms late`,
    rule: { type: 'includeLate', beats },
  })
  return [
    {
      kind: 'never',
      rank: 0,
      words: 'is never included',
      rule: { type: 'includeNever' },
    },
    drop(2, 0),
    {
      kind: 'omitted',
      rank: 0,
      words: 'is pre-confirmed, but its block is sealed without it',
      rule: { type: 'omitAtSeal' },
    },
    {
      kind: 'revertedAtSeal',
      rank: 0,
      words: 'is pre-confirmed as a success, but sealed as reverted',
      rule: { type: 'revertAtSeal' },
    },
    {
      kind: 'reverted',
      rank: 0,
      words: 'is included as reverted',
      rule: { type: 'revert' },
    },
    delay(beatsOfBlock),
    delay(3),
    drop(1, 1),
  ]
}

/**
 * Each seal, once reorged, late, in another order, or with something else in
 * it than was pre-confirmed; and each block with its beats at other times.
 */
export function sealMishaps(timeline: Timeline): Offered[] {
  const { chainId } = timeline
  const half = Math.floor(blockTimeOf(timeline) / 2)
  const last = timeline.until
  const lives = livesOf(timeline)
  const sent = sentIn(timeline)
  const jitter = jitterOf()
  return sealedBlocks(timeline).flatMap((sealed, index, blocks) => {
    const { at, transactions, openedAt } = sealed
    const isIdle = transactions.length === 0
    const next = Math.min((blocks[index + 1]?.at ?? last) - 1, last)
    const offer = (
      when: number,
      step: StepNow,
      given: Named & Partial<Offered>,
    ): Offered => ({
      ...blockTarget(sealed),
      chainId,
      ...given,
      at: when,
      rank: sealed.rank + given.rank,
      steps: [{ at: when, ...step } as Step],
    })
    const reorged = momentsAfter(sealed, half, timeline)
      .filter((when) => when <= next)
      .flatMap((when, order) => {
        const replace = (
          name: string,
          rank: number,
          by: string,
          omit?: readonly [],
          resend?: Offered['resend'],
        ) =>
          offer(
            when,
            { type: 'reorg', ...(omit && { omit }) },
            {
              kind: 'reorged',
              variant: `${name}-${when - at}`,
              rank,
              words: `is replaced ${when - at} ms after its seal by ${by}`,
              ...(resend && { resend }),
            },
          )
        const rank = Math.max(0, order - 1)
        const empty = replace('empty', rank, 'an empty block')
        if (isIdle) return order === 0 ? [empty] : []
        const withSame = 'a block with the same transactions'
        const same = replace('same', 1 + rank, withSame, [])
        const nth = sent.findIndex(({ hash }) => transactions.includes(hash))
        if (nth < 0) return [empty, same]
        const again = replace(
          'again',
          1 + order,
          `an empty block, and its transaction is included ${half} ms after that`,
          undefined,
          { at: when + half, nth },
        )
        const { steps = [] } = again
        const reverted: Offered = {
          ...again,
          variant: `reverted-${when - at}`,
          rank: again.rank + 1,
          words: `${empty.words}, and its transaction is sealed as reverted in a later one`,
          steps: [
            ...steps,
            {
              at: when + half,
              type: 'planSeal',
              amend: [
                { transaction: { sent: { nth: nth + 1 } }, status: 'reverted' },
              ],
            },
          ],
        }
        return order === 0
          ? [empty, same, again, reverted]
          : [empty, same, again]
      })
    const plan = (
      fields: Omit<Extract<StepNow, { type: 'planSeal' }>, 'type'>,
      given: Named,
    ) => offer(at - 1, { type: 'planSeal', ...fields }, given)
    const late = plan(
      { delay: half },
      { kind: 'sealedLate', rank: 1, words: `is sealed ${half} ms late` },
    )
    const reordered = plan(
      { order: [...transactions].reverse() },
      { kind: 'reordered', rank: 1, words: 'is sealed in reverse order' },
    )
    const offsets = jitter.map((part) => Math.round(part * (at - openedAt)))
    const uneven = offer(
      openedAt,
      { type: 'planBeats', offsets },
      {
        kind: 'jittered',
        rank: 1,
        words: 'has beats that come early and late',
      },
    )
    const changed = transactions.flatMap((hash) => {
      const transaction = lives.get(hash)
      if (transaction === undefined) return []
      const { label, gasUsed, gas, isSent } = transaction
      const variant = nameOf({ hash, label })
      const more = gasUsed === null ? null : gasUsed + (gas - gasUsed) / 2n
      const omitted = plan(
        { omit: [hash] },
        {
          kind: 'omitted',
          variant,
          rank: 0,
          words: `is sealed without ${variant}`,
        },
      )
      const diverged =
        more !== null &&
        plan(
          { amend: [{ transaction: hash, gasUsed: more }] },
          {
            kind: 'receiptDiverged',
            variant,
            rank: 1,
            words: `is sealed with another gasUsed of ${variant}`,
          },
        )
      return [!isSent && omitted, more !== gasUsed && diverged].filter(
        isOffered,
      )
    })
    // A block that was sealed as the chain began was open for no plan.
    if (at === 0) return reorged
    const isUneven = at - openedAt >= 2 * timeline.preconfirmationTime
    return [
      ...reorged,
      half > 0 && late,
      transactions.length > 1 && reordered,
      isUneven && uneven,
      ...changed,
    ].filter(isOffered)
  })
}

function isOffered(one: Offered | false): one is Offered {
  return one !== false
}

/** Moments between two reads that matter, at most, of each block. */
const mostMoments = 2

/**
 * When a block is replaced: right after its seal, half a block later, and right
 * after an answer that its transactions have changed, before the next one.
 */
function momentsAfter(
  {
    at,
    transactions,
  }: Pick<ReturnType<typeof sealedBlocks>[number], 'at' | 'transactions'>,
  half: number,
  { answeredRequests }: Timeline,
): number[] {
  const usual = [at + 1, at + 1 + half]
  if (transactions.length === 0) return usual
  const between = answeredRequests
    .filter(
      ({ settledAt, saw, params }) =>
        settledAt >= at &&
        settledAt < at + 2 * half &&
        (saw !== null || transactions.some((hash) => hash === params[0])),
    )
    .map(({ settledAt }) => settledAt + 1)
  const others = [...new Set(between)].filter((when) => !usual.includes(when))
  return [...usual, ...others.slice(0, mostMoments)]
}

/**
 * The places of beats within a block that has them at no fixed times, from 0 to
 * 1.
 */
function jitterOf(): number[] {
  const { steps = [], blockTime = 2_000 } = jittered({ blocks: 1 })
  return steps.flatMap((step) =>
    step.type === 'planBeats' ? step.offsets.map((ms) => ms / blockTime) : [],
  )
}

/** Transactions that entered a block, by hash. */
function livesOf({ events }: Timeline) {
  const sent = new Set(sentIn({ events }).map(({ hash }) => hash))
  return new Map(
    events.flatMap((event) => {
      if (!isIncluded(event)) return []
      const { hash, transaction } = event
      const { label, gas, gasUsed } = transaction
      const isSent = sent.has(hash)
      return [[hash as Hash, { label, gas, gasUsed, isSent }] as const]
    }),
  )
}

/** ms from block to block, as Base has had them since it changed. */
const fasterBlock = 200

/** Mishaps of hardly any network: only with `unfair`. */
export function unfairMishaps(timeline: Timeline): Offered[] {
  const { chainId } = timeline
  const blocks = sealedBlocks(timeline)
  const methods = timeline.answeredRequests.flatMap((request) =>
    request.method === null || isOfWallet(request) ? [] : [request.method],
  )
  const failing = [...new Set(methods)].map(
    (method): Offered => ({
      target: method,
      place: 1,
      subject: `the 1st ${method}`,
      kind: 'disconnected',
      rank: 0,
      words: 'fails to connect',
      chainId,
      steps: [faultStep({ type: 'network', methods: [method], times: 1 })],
    }),
  )
  const deep = blocks.slice(1).flatMap((block, index): Offered[] =>
    block.transactions.length + (blocks[index]?.transactions.length ?? 0) === 0
      ? []
      : [
          {
            ...blockTarget(block),
            subject: `${block.name} and the block before it`,
            kind: 'reorged',
            variant: 'deep',
            rank: 1,
            words: 'are replaced by empty blocks',
            chainId,
            steps: [{ at: block.at + 1, type: 'reorg', depth: 2 }],
          },
        ],
  )
  const [first] = blocks
  const faster: Offered[] =
    first === undefined || blocks.length < 2
      ? []
      : [
          {
            ...blockTarget(first),
            subject: `from ${first.name} on, a block`,
            kind: 'fasterBlocks',
            rank: 1,
            words: `is sealed every ${fasterBlock} ms, without pre-confirmations`,
            chainId,
            steps: [
              {
                at: first.at,
                type: 'setCadence',
                blockTime: fasterBlock,
                preconfirmationTime: fasterBlock,
                beatsSeenBy: 'none',
              },
            ],
          },
        ]
  return [...failing, ...deep, ...faster]
}
