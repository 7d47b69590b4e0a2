import { playBeat } from '../playBeat.js'
import { sealBlock } from '../sealBlock.js'
import { transition } from '../transition.js'
import type { StepWithVerb } from './internal/stepFile.js'

/** Seals the open block at once; the next boundary is a `blockTime` later. */
export type SealStep = { type: 'seal' }

export type SealVerb = {
  /**
   * Seals the open block at once, and opens the next one, whose boundary is a
   * `blockTime` later. Unlike `seal`, it moves no time. What was queued since
   * the last beat is then pending, not sealed.
   *
   * @example
   * node.sealNow()
   *
   * @throws what a planned `sealAs` could not do; the block is sealed all the
   * same.
   */
  sealNow(): void
}

export const seal = {
  type: 'seal',
  fields: () => ({}),
  /** The block that opens has its first beat, which for a step is to come. */
  apply(moment, _, timing, origin) {
    const sealed = sealBlock(moment, timing)
    if (origin === 'timeline') return sealed
    const begun = playBeat(sealed.moment, timing)
    const events = [...sealed.events, ...begun.events]
    return transition(begun.moment, events, sealed.errors)
  },
  verb: { name: 'sealNow', parameter: null },
} as const satisfies StepWithVerb<SealStep, SealVerb>
