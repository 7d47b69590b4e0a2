import { latestNumber } from '../../../chain/blocks/chain.js'
import { toNodeEvent } from '../events/toNodeEvent.js'
import { idleUntil } from '../moment/idleUntil.js'
import type { Moment } from '../moment/moment.js'
import {
  nextBeat,
  nextBoundary,
  nextRhythm,
  type Timing,
} from '../moment/rhythm.js'
import type { StoryEvent } from './story.js'

/** A story has the first and the last of more idle blocks in a row. */
const mostTold = 100

/** The seals of a stretch of idle time, or the leap over all but two of them. */
export function idleEvents(
  from: Moment,
  timing: Timing,
  until: number,
): StoryEvent[] {
  const seals = sealsIn(from, timing, until)
  if (seals === null) return []
  const { first, last, blockTime, count } = seals
  const { chain } = idleUntil(from, timing, last)
  const number = latestNumber(from.chain) + 1n
  const sealed = (index: number): StoryEvent => ({
    at: first + index * blockTime,
    ...toNodeEvent({ type: 'sealed', number: number + BigInt(index), chain }),
  })
  if (count <= mostTold)
    return Array.from({ length: count }, (_, at) => sealed(at))
  const leap: StoryEvent = {
    type: 'idle',
    at: first + blockTime,
    of: {
      until: last - blockTime,
      firstBlock: number + 1n,
      lastBlock: number + BigInt(count - 2),
      deposits: from.chain.open.openings.length,
    },
  }
  return [sealed(0), leap, sealed(count - 1)]
}

/** Visits the beats of a stretch of idle time, and leaps over the same blocks. */
export function passBeats(
  from: Moment,
  timing: Timing,
  until: number,
  visit: (moment: Moment) => void,
): void {
  const seals = sealsIn(from, timing, until)
  const leap = seals !== null && seals.count > mostTold ? seals : null
  for (let now = from; ; ) {
    const at =
      now.time === leap?.first
        ? leap.last
        : Math.min(nextBeat(now, timing), nextBoundary(now, timing))
    if (at > until) return
    now = idleUntil(now, timing, at)
    visit(now)
  }
}

/** When idle blocks are sealed after a moment; null: none is. */
function sealsIn(from: Moment, timing: Timing, until: number) {
  const first = nextBoundary(from, timing)
  if (first > until) return null
  const { blockTime } = nextRhythm(from)
  const more = Math.floor((until - first) / blockTime)
  return { first, last: first + more * blockTime, blockTime, count: more + 1 }
}
