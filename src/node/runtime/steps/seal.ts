import { transition } from '../moment/moment.js'
import { playBeat, playLastBeat } from '../transitions/playBeat.js'
import { sealBlock } from '../transitions/sealBlock.js'
import type { StepWithVerb } from './internal/stepFile.js'

/**
 * Pre-confirms the queue as a last beat, then seals the open block; the next
 * boundary is one `blockTime` later.
 */
export type SealStep = { type: 'seal' }

export type SealVerb = {
  /**
   * Pre-confirms the queue as a last beat, then seals the open block and opens
   * the next one, whose boundary is one `blockTime` later. It does not advance
   * time.
   *
   * @example
   * node.preconfirm({ from: alice, to: bob, value: 1n })
   * node.seal() // pre-confirmed, and sealed
   *
   * @throws the error of a `planSeal` that does not fit; the block is sealed
   * anyway.
   */
  seal(): void
}

export const seal = {
  type: 'seal',
  fields: () => ({}),
  /** The block that opens has its first beat, which for a step is to come. */
  apply(moment, _, __, by) {
    const last = playLastBeat(moment, by === 'script')
    const sealed = sealBlock(last.moment)
    const effects = [...last.effects, ...sealed.effects]
    if (by === 'script')
      return transition(sealed.moment, effects, sealed.errors)
    const begun = playBeat(sealed.moment)
    return transition(
      begun.moment,
      [...effects, ...begun.effects],
      sealed.errors,
    )
  },
  verb: { name: 'seal', parameter: null },
} as const satisfies StepWithVerb<SealStep, SealVerb>
