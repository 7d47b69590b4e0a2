import { latestNumber } from '../../../chain/blocks/chain.js'
import { idleUntil } from '../moment/idleUntil.js'
import { listMemory, type MemoryEntry } from '../moment/memory.js'
import type { Moment } from '../moment/moment.js'
import { nextBoundary, type Timing } from '../moment/rhythm.js'

export type Visit = {
  /** An instant, and what is remembered of it. */
  instant(moment: Moment, happened: readonly MemoryEntry[]): void
  /** The time after a moment up to and with `until`, which is arithmetic. */
  idle(from: Moment, until: number): void
}

type Stretch = {
  /** The moment right before the first instant; null: before creation. */
  readonly before: Moment | null
  /** Oldest first. */
  readonly moments: readonly Moment[]
  readonly timing: Timing
  readonly until: number
}

/** Visits moments and the idle time before, between and after them, in order. */
export function walkMoments(
  { before, moments, timing, until }: Stretch,
  { instant, idle }: Visit,
): void {
  let current = before
  for (const moment of moments) {
    const happened = listMemory(moment.memory)
    const { time } = moment
    if (current !== null) idle(current, time - 1)
    // The seal of a boundary comes first; one of an idle block is remembered
    // by nobody, whatever verbs sealed at that instant.
    const last = current && idleUntil(current, timing, time - 1)
    const isBoundary = last !== null && nextBoundary(last, timing) === time
    const isRemembered = happened[0]?.type === 'sealed'
    if (isBoundary && !isRemembered)
      instant(moment, [sealOf(idleUntil(last, timing, time)), ...happened])
    else instant(moment, happened)
    current = moment
  }
  if (current !== null) idle(current, until)
}

function sealOf({ chain }: Moment): MemoryEntry {
  return { type: 'sealed', number: latestNumber(chain), chain }
}
