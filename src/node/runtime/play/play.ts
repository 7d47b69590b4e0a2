import { isPresealError, PresealError } from '../../../base/errors/errors.js'
import type { Chain, Effect } from '../../../chain/blocks/chain.js'
import { awaitsDrop } from '../../../chain/blocks/fates.js'
import { emptyQueue, isFresh } from '../../../chain/blocks/queue.js'
import { isWaiting } from '../../../chain/intents/beat.js'
import { seal } from '../../../chain/intents/seal.js'
import { throwAll } from '../events/throwAll.js'
import {
  isBeat,
  nextBeat,
  nextBoundary,
  type Sealing,
} from '../moment/beats.js'
import { due, nextStepAt } from '../moment/due.js'
import { idleUntil } from '../moment/idleUntil.js'
import {
  addToMemory,
  type Happened,
  type RememberedStep,
} from '../moment/memory.js'
import { type Moment, noPlan, type Start } from '../moment/moment.js'
import type { Transition } from '../moment/transition.js'
import type { StepFile } from '../steps/internal/stepFile.js'
import { type Step, steps } from '../steps/steps.js'
import { playBeat } from '../transitions/playBeat.js'
import { sealBlock } from '../transitions/sealBlock.js'

/** The events of one instant. */
export type Played = Transition & {
  /** Events, and the steps that led to them. */
  happened: Happened
  /** Nothing but time passed, which `idleUntil` can repeat. */
  isIdle: boolean
}

/**
 * The next instant after `moment` at which something happens; with `watched`,
 * every beat counts.
 */
export function nextInstant(
  moment: Moment,
  sealing: Sealing,
  script: readonly Step[],
  watched: boolean,
): number {
  const { chain } = moment
  const waits = isWaiting(chain)
  const enters = chain.queue !== emptyQueue && (!waits || isFresh(chain.queue))
  const { entries, imported } = chain.open
  const seals =
    entries !== null ||
    imported !== undefined ||
    moment.plan.sealAs.length > 0 ||
    (waits && isFeeMoving(chain))
  return Math.min(
    nextStepAt(script, moment.step) ?? Number.POSITIVE_INFINITY,
    watched || enters || awaitsDrop(chain.open)
      ? nextBeat(moment, sealing)
      : Number.POSITIVE_INFINITY,
    seals ? nextBoundary(moment, sealing) : Number.POSITIVE_INFINITY,
  )
}

/** A transaction that waits for a lower base fee waits for ever while the fee stays. */
function isFeeMoving(chain: Chain): boolean {
  return seal(chain).open.baseFeePerGas !== chain.open.baseFeePerGas
}

/** Blocks of an idle jump that are announced one by one, at most. */
const mostAnnounced = 100_000

/** Skips what is too long ago to be announced. */
export function skipUnannounced(
  moment: Moment,
  sealing: Sealing,
  script: readonly Step[],
  time: number,
): Moment {
  const busyAt = nextInstant(moment, sealing, script, false)
  const first =
    Math.min(time, busyAt) - mostAnnounced * moment.cadence.blockTime
  return first > moment.time ? idleUntil(moment, sealing, first) : moment
}

/**
 * Plays the instant of creation.
 *
 * @throws what steps threw, of several an AggregateError.
 */
export function playStart(
  sealing: Sealing,
  script: readonly Step[],
  start: Start,
): Moment {
  const first: Moment = {
    ...start,
    time: 0,
    openedAt: 0,
    openedBeat: 0,
    boundaries: 0,
    plan: noPlan,
    sent: null,
    step: 0,
    memory: null,
  }
  const { moment, happened, errors } = play(first, sealing, script, 0)
  throwAll(errors)
  return { ...moment, memory: addToMemory(null, happened) }
}

/**
 * Plays one instant: the seal at a boundary, then the steps of the script,
 * then the beat.
 */
export function play(
  moment: Moment,
  sealing: Sealing,
  script: readonly Step[],
  time: number,
): Played {
  let next = idleUntil(moment, sealing, Math.max(moment.time, time - 1))
  const isBoundary = time === nextBoundary(next, sealing)
  next = { ...next, time }
  const effects: Effect[] = []
  const happened: (Effect | RememberedStep)[] = []
  const errors: unknown[] = []
  const add = (taken: readonly Effect[]) => {
    effects.push(...taken)
    happened.push(...taken)
  }
  const take = (taken: Transition) => {
    next = taken.moment
    add(taken.effects)
    errors.push(...taken.errors)
  }

  if (isBoundary) take(sealBlock(next))
  const coming = due(script, next.step, time)
  for (const [index, step] of coming.entries()) {
    try {
      const file: StepFile = steps[step.type]
      const applied = file.apply(next, step, sealing, 'script')
      happened.push({ type: 'step', step, result: applied.result })
      take(applied)
    } catch (error) {
      errors.push(toStepError(error, next.step + index, step.at))
    }
  }
  next = { ...next, step: next.step + coming.length }

  if (isBeat(next)) take(playBeat(next))
  const isIdle =
    next.step === moment.step &&
    (next.chain === moment.chain ||
      (moment.chain.open.entries === null &&
        moment.chain.queue === next.chain.queue))
  return { moment: next, effects, happened, isIdle, errors }
}

/** An error of a step says which step it was. */
function toStepError(error: unknown, position: number, at: number): unknown {
  return isPresealError(error) ? new StepError(error, position, at) : error
}

/** Has the name of its cause: a step fails as the verb would. */
class StepError extends PresealError {
  override readonly name: PresealError['name']

  constructor(cause: PresealError, position: number, at: number) {
    super(`steps[${position}] at ${at} ms: ${cause.message}`, { cause })
    this.name = cause.name
  }
}
