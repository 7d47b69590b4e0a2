import type { Step, StepNow } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import type { MishapKind } from '../model/mishap.js'
import type { Candidate } from './candidate.js'
import { blockTimeOf } from './transactionMishaps.js'

/** Each seal, once re-orged, late, or in another order. */
export function sealMishaps(timeline: Timeline): Candidate[] {
  const { chainId, blocks } = timeline
  const half = Math.floor(blockTimeOf(timeline) / 2)
  const last = timeline.until
  let idle = 0
  return blocks.flatMap(({ at, number, transactions }, index) => {
    const isIdle = transactions.length === 0
    const base = isIdle ? 2 + idle++ : 0
    const block = `block ${number}`
    const next = (blocks[index + 1]?.at ?? last) - 1
    const mishap = (
      kind: MishapKind,
      rank: number,
      name: string,
      when: number,
      step: StepNow,
    ): Candidate => ({
      kind,
      rank: base + rank,
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
          `${block} gives way to an empty one, ${later}`,
          when,
          { type: 'reorg' },
        )
        if (isIdle) return when === at + 1 ? [empty] : []
        const same = mishap(
          'reorged',
          1,
          `${block} gives way to another one with the same transactions, ${later}`,
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
              `${block} is sealed in another order`,
              at - 1,
              { type: 'planSeal', order },
            ),
          ]
    return [...reorged, late, ...reordered]
  })
}
