import { nameOf } from '../../../base/words/words.js'
import type { Hash, Step, StepNow } from '../../../index.js'
import { jittered } from '../../presets/index.js'
import type { Timeline } from '../../timeline/index.js'
import type { MishapKind } from '../model/mishap.js'
import type { Candidate } from './candidate.js'
import { blockTimeOf } from './reading/blockTimeOf.js'
import { sealedBlocks } from './reading/sealedBlocks.js'
import { sentIn } from './reading/sentIn.js'

/**
 * Each seal, once re-orged, late, in another order, or with something else in
 * it than was pre-confirmed; and each block with its beats at other times.
 */
export function sealMishaps(timeline: Timeline): Candidate[] {
  const { chainId } = timeline
  const half = Math.floor(blockTimeOf(timeline) / 2)
  const last = timeline.until
  const lives = livesOf(timeline)
  const jitter = jitterOf()
  return sealedBlocks(timeline).flatMap((sealed, index, blocks) => {
    const { at, transactions, openedAt, name: block } = sealed
    const isIdle = transactions.length === 0
    const next = (blocks[index + 1]?.at ?? last) - 1
    const mishap = (
      kind: MishapKind,
      rank: number,
      name: string,
      when: number,
      step: StepNow,
    ): Candidate => ({
      kind,
      aim: block,
      rank: sealed.rank + rank,
      name,
      chainId,
      steps: [{ at: when, ...step } as Step],
    })
    const reorged = [at + 1, at + 1 + half]
      .filter((when) => when <= Math.min(next, last))
      .flatMap((when) => {
        const later = `${when - at} ms after its seal`
        const empty = mishap(
          'reorged',
          0,
          `${block} is replaced by an empty block ${later}`,
          when,
          { type: 'reorg' },
        )
        if (isIdle) return when === at + 1 ? [empty] : []
        const same = mishap(
          'reorged',
          1,
          `${block} is replaced by a block with the same transactions ${later}`,
          when,
          { type: 'reorg', omit: [] },
        )
        return [empty, same]
      })
    const late = mishap(
      'sealedLate',
      1,
      `${block} is sealed ${half} ms late`,
      at - 1,
      { type: 'planSeal', delay: half },
    )
    const order = [...transactions].reverse()
    const reordered =
      transactions.length < 2
        ? []
        : [
            mishap(
              'reordered',
              1,
              `${block} is sealed in reverse order`,
              at - 1,
              { type: 'planSeal', order },
            ),
          ]
    const uneven =
      at - openedAt < 2 * timeline.preconfirmationTime
        ? []
        : [
            mishap(
              'jittered',
              1,
              `the beats of ${block} come early and late`,
              openedAt,
              {
                type: 'planBeats',
                offsets: jitter.map((part) =>
                  Math.round(part * (at - openedAt)),
                ),
              },
            ),
          ]
    const changed = transactions.flatMap((hash) => {
      const transaction = lives.get(hash)
      if (transaction === undefined) return []
      const { label, gasUsed, gas, isSent } = transaction
      const name = nameOf({ hash, label })
      const more = gasUsed === null ? undefined : gasUsed + (gas - gasUsed) / 2n
      return [
        ...(isSent
          ? []
          : [
              mishap(
                'omitted',
                0,
                `${block} is sealed without ${name}`,
                at - 1,
                {
                  type: 'planSeal',
                  omit: [hash],
                },
              ),
            ]),
        ...(more === undefined || more === gasUsed
          ? []
          : [
              mishap(
                'receiptDiverged',
                1,
                `${block} is sealed with another gasUsed of ${name}`,
                at - 1,
                {
                  type: 'planSeal',
                  amend: [{ transaction: hash, gasUsed: more }],
                },
              ),
            ]),
      ]
    })
    return [...reorged, late, ...reordered, ...uneven, ...changed]
  })
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
      if (event.type !== 'preconfirmed') return []
      const { hash, transaction } = event
      const { label, gas, gasUsed } = transaction
      const isSent = sent.has(hash)
      return [[hash as Hash, { label, gas, gasUsed, isSent }] as const]
    }),
  )
}
