import type { Chain } from '../chain/chain.js'
import { beat, isWaiting } from '../chain/intents/beat.js'
import { seal } from '../chain/intents/seal.js'
import { emptyQueue } from '../chain/queue.js'
import { isPresealError, PresealError } from '../errors.js'
import type { CanonicalStep } from '../schema/step.js'
import { due, nextStepAt } from '../schema/step.js'
import { type Applied, placeOf, type Told, tellAt } from './applied.js'
import { applyStep } from './applyStep.js'
import { type Moment, noPlan } from './moment.js'
import {
  beatsBefore,
  isBeat,
  nextBeat,
  nextBoundary,
  type Timing,
} from './rhythm.js'
import { sealBlock } from './sealBlock.js'

/** What came to pass at one instant. */
export type Played = Applied & {
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
    openedBeat:
      moment.openedBeat +
      beatsBefore(boundary, moment, timing) +
      more * (timing.blockTime / timing.preconfirmationTime),
    boundaries: moment.boundaries + 1 + more,
    plan: noPlan,
    chain: seal(moment.chain, 1 + more),
  }
}

/** Blocks of an idle jump that are announced one by one, at most. */
const mostTold = 100_000

/** Passes over what is too long ago to be announced. */
export function skipUntold(
  moment: Moment,
  timing: Timing,
  timeline: readonly CanonicalStep[],
  time: number,
): Moment {
  const idleUntil = nextInstant(moment, timing, timeline, false)
  const told = Math.min(time, idleUntil) - mostTold * timing.blockTime
  return told > moment.time ? rest(moment, timing, told) : moment
}

/**
 * Plays the instant at which the node is created.
 *
 * @throws what the first step threw that failed.
 */
export function start(
  timing: Timing,
  timeline: readonly CanonicalStep[],
  first: Moment,
): Moment {
  const { moment, errors } = play(first, timing, timeline, 0)
  if (errors.length > 0) throw errors[0]
  return moment
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
  const told: Told[] = []
  const errors: unknown[] = []
  const take = (applied: Applied) => {
    next = applied.moment
    told.push(...applied.told)
    errors.push(...applied.errors)
  }

  if (isBoundary) take(sealBlock(next, timing))
  const steps = due(timeline, next.step, time)
  for (const [index, step] of steps.entries()) {
    try {
      take(applyStep(next, timing, step, 'timeline'))
    } catch (error) {
      errors.push(toStepError(error, next.step + index, step.at))
    }
  }
  next = { ...next, step: next.step + steps.length }

  if (isBeat(next, timing)) {
    const at = placeOf(next, timing)
    const { chain, happened } = beat(next.chain, at.index)
    if (chain !== next.chain) next = { ...next, chain }
    told.push(...tellAt(at, happened), { type: 'beat', time, chain, at })
  }
  const isIdle =
    next.step === moment.step &&
    (next.chain === moment.chain ||
      (moment.chain.open.entries === null &&
        moment.chain.queue === next.chain.queue))
  return { moment: next, told, isIdle, errors }
}

/** What a step throws says which step it was. */
function toStepError(error: unknown, position: number, at: number): unknown {
  return isPresealError(error) ? new StepError(error, position, at) : error
}

/** Goes by the name of its cause: what failed is what the verb would say. */
class StepError extends PresealError {
  override readonly name: PresealError['name']

  constructor(cause: PresealError, position: number, at: number) {
    super(`timeline[${position}] at ${at} ms: ${cause.message}`, { cause })
    this.name = cause.name
  }
}
