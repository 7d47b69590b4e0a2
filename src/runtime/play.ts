import type { Chain } from '../chain/chain.js'
import { beat, type Happening, isWaiting } from '../chain/intents/beat.js'
import { seal } from '../chain/intents/seal.js'
import { emptyQueue } from '../chain/openBlock.js'
import { isPresealError, PresealError } from '../errors.js'
import type { CanonicalStep } from '../schema/step.js'
import { due, nextStepAt } from '../schema/step.js'
import type { Applied } from './applied.js'
import { applyStep } from './applyStep.js'
import { type Moment, noPlan } from './moment.js'
import {
  isBeat as isBeatAt,
  nextBeat,
  nextBoundary,
  type Timing,
} from './rhythm.js'
import { sealBlock } from './sealBlock.js'

/** What came to pass at one instant, in the order in which it is told. */
export type Played = Applied & {
  isBeat: boolean
  /** Nothing but time passed, which `rest` can tell again. */
  isIdle: boolean
}

/**
 * The next instant after `moment` at which more than time passes; `watched`
 * makes every beat one.
 */
export function nextInstant(
  moment: Moment,
  timing: Timing,
  timeline: readonly CanonicalStep[],
  watched: boolean,
): number {
  const { chain } = moment
  const waits = isWaiting(chain)
  const enters = chain.queue !== emptyQueue && !waits
  const { entries, imported } = chain.open
  const seals =
    entries !== null ||
    imported !== undefined ||
    moment.plan.sealAs.length > 0 ||
    (waits && isFeeMoving(chain))
  return Math.min(
    nextStepAt(timeline, moment.step) ?? Number.POSITIVE_INFINITY,
    watched || enters ? nextBeat(moment, timing) : Number.POSITIVE_INFINITY,
    seals ? nextBoundary(moment, timing) : Number.POSITIVE_INFINITY,
  )
}

/** Where it rests, what waits for a lower base fee waits for ever. */
function isFeeMoving(chain: Chain): boolean {
  return seal(chain).open.baseFeePerGas !== chain.open.baseFeePerGas
}

/** Lets time pass in which nothing happens: idle blocks are arithmetic. */
export function rest(moment: Moment, timing: Timing, time: number): Moment {
  if (time === moment.time) return moment
  const boundary = nextBoundary(moment, timing)
  if (time < boundary) return { ...moment, time }
  const more = Math.floor((time - boundary) / timing.blockTime)
  return {
    ...moment,
    time,
    openedAt: boundary + more * timing.blockTime,
    plan: noPlan,
    chain: seal(moment.chain, 1 + more),
  }
}

/**
 * Plays one instant: the seal at a boundary, then the steps of the timeline,
 * then the beat.
 */
export function play(
  moment: Moment,
  timing: Timing,
  timeline: readonly CanonicalStep[],
  time: number,
): Played {
  let next = rest(moment, timing, Math.max(moment.time, time - 1))
  const isBoundary = time === nextBoundary(next, timing)
  next = { ...next, time }
  const sealed: bigint[] = []
  const happened: Happening[] = []
  const errors: unknown[] = []
  const take = (applied: Applied) => {
    next = applied.moment
    sealed.push(...applied.sealed)
    happened.push(...applied.happened)
    errors.push(...applied.errors)
  }

  if (isBoundary) take(sealBlock(next))
  const steps = due(timeline, next.step, time)
  for (const [index, step] of steps.entries()) {
    try {
      take(applyStep(next, timing, step))
    } catch (error) {
      errors.push(toStepError(error, next.step + index, step.at))
    }
  }
  next = { ...next, step: next.step + steps.length }

  const isBeat = isBeatAt(next, timing)
  if (isBeat) {
    const beaten = beat(next.chain)
    happened.push(...beaten.happened)
    if (beaten.chain !== next.chain) next = { ...next, chain: beaten.chain }
  }
  const isIdle =
    next.step === moment.step &&
    (next.chain === moment.chain ||
      (moment.chain.open.entries === null &&
        moment.chain.queue === next.chain.queue))
  return { moment: next, sealed, happened, isBeat, isIdle, errors }
}

/** What a step throws says which step it was. */
function toStepError(error: unknown, position: number, at: number): unknown {
  return isPresealError(error) ? new StepError(error, position, at) : error
}

/** Goes by the name of its cause: what failed is what the verb would say. */
class StepError extends PresealError {
  override readonly name: string

  constructor(cause: PresealError, position: number, at: number) {
    super(`timeline[${position}] at ${at} ms: ${cause.message}`, { cause })
    this.name = cause.name
  }
}
