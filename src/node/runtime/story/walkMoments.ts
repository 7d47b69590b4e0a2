import {
  type Entry,
  type Log,
  latestNumber,
} from '../../../chain/blocks/chain.js'
import { entriesSince } from '../../../chain/blocks/log.js'
import { nextBoundary, type Sealing } from '../moment/beats.js'
import { idleUntil } from '../moment/idleUntil.js'
import type { Moment } from '../moment/moment.js'

export type Visit = {
  /** An instant, and what the log has of it. */
  instant(moment: Moment, entries: readonly Entry[]): void
  /** The time after a moment up to and with `until`, which is arithmetic. */
  idle(from: Moment, until: number): void
}

type Stretch = {
  /** The moment right before the first instant; null: before creation. */
  readonly before: Moment | null
  /** Oldest first. */
  readonly moments: readonly Moment[]
  readonly sealing: Sealing
  readonly until: number
}

/** Visits moments and the idle time before, between and after them, in order. */
export function walkMoments(
  { before, moments, sealing, until }: Stretch,
  { instant, idle }: Visit,
): void {
  let current = before
  let log: Log = before?.chain.log ?? null
  for (const moment of moments) {
    const entries = entriesSince(log, moment.chain.log)
    const { time } = moment
    if (current !== null) idle(current, time - 1)
    // The seal of a boundary comes first, also that of an idle block, which the
    // log does not have.
    const last = current && idleUntil(current, sealing, time - 1)
    const isBoundary = last !== null && nextBoundary(last, sealing) === time
    if (isBoundary && !isSeal(entries[0]))
      instant(moment, [sealOf(idleUntil(last, sealing, time)), ...entries])
    else instant(moment, entries)
    current = moment
    log = moment.chain.log
  }
  if (current !== null) idle(current, until)
}

function isSeal(entry: Entry | undefined): boolean {
  return entry?.by === 'clock' && entry.effects[0]?.type === 'sealed'
}

function sealOf({ chain, time: at }: Moment): Entry {
  const number = latestNumber(chain)
  const effects = [{ type: 'sealed', number, chain } as const]
  return { at, by: 'clock', act: null, effects }
}
