import type { InclusionRule } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import type { MishapKind } from '../model/mishap.js'
import { aimAtSent } from './aimsOf.js'
import type { Candidate } from './candidate.js'
import { blockTimeOf } from './reading/blockTimeOf.js'
import { sentIn } from './reading/sentIn.js'

type Way = {
  readonly kind: MishapKind
  readonly rank: number
  readonly words: string
  readonly rule: InclusionRule
}

/** Each transaction that is sent, once in each way that one gets lost. */
export function transactionMishaps(timeline: Timeline): Candidate[] {
  const { chainId, preconfirmationTime, answeredRequests } = timeline
  const sent = sentIn(timeline)
  const beatsOfBlock = Math.round(blockTimeOf(timeline) / preconfirmationTime)
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
    const subject = aimAtSent(index, sent.length)
    const ruled = waysOf(beatsOfBlock, preconfirmationTime).map(
      ({ kind, rank, words, rule }): Candidate => ({
        kind,
        aim: subject,
        rank: rank + index,
        name: `${subject} ${words}`,
        chainId,
        steps: [
          {
            at: 0,
            type: 'inclusion',
            rule: { ...rule, skip: index, times: 1 },
          },
        ],
      }),
    )
    const replaced = (['speedUp', 'cancel'] as const).map(
      (type): Candidate => ({
        kind: 'replaced',
        aim: subject,
        rank: 1 + index,
        name: `${subject} is ${type === 'cancel' ? 'cancelled' : 'sped up'} in the wallet`,
        chainId,
        user: { type, at: at + 1 },
      }),
    )
    // Only what a wallet has sent, its user can replace there.
    return byWallet.has(hash) ? [...ruled, ...replaced] : ruled
  })
}

function waysOf(
  beatsOfBlock: number,
  preconfirmationTime: number,
): readonly Way[] {
  const drop = (beats: number, rank: number): Way => ({
    kind: 'dropped',
    rank,
    words: `is pre-confirmed and dropped ${beats * preconfirmationTime} ms later`,
    rule: { type: 'drop', beats },
  })
  const delay = (beats: number): Way => ({
    kind: 'delayed',
    rank: 1,
    words: `is included ${beats * preconfirmationTime} ms late`,
    rule: { type: 'delay', beats },
  })
  return [
    {
      kind: 'never',
      rank: 0,
      words: 'is never included',
      rule: { type: 'never' },
    },
    drop(2, 0),
    {
      kind: 'omitted',
      rank: 0,
      words: 'is pre-confirmed, but its block is sealed without it',
      rule: { type: 'omit' },
    },
    {
      kind: 'revertedAtSeal',
      rank: 0,
      words: 'is pre-confirmed as a success, but sealed as reverted',
      rule: { type: 'revertAtSeal' },
    },
    delay(beatsOfBlock),
    delay(3),
    drop(1, 1),
  ]
}
