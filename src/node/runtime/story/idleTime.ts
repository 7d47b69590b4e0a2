import { latestNumber } from '../../../chain/blocks/chain.js'
import { toNodeEvent } from '../events/toNodeEvent.js'
import {
  nextBeat,
  nextBoundary,
  nextCadence,
  type Sealing,
} from '../moment/beats.js'
import { idleUntil } from '../moment/idleUntil.js'
import type { Moment } from '../moment/moment.js'
import type { StoryEvent } from './story.js'

/** A story has the first and the last of more idle blocks in a row. */
const mostTold = 100

/** The seals of a stretch of idle time, or the leap over all but two of them. */
export function idleEvents(
  from: Moment,
  sealing: Sealing,
  until: number,
): StoryEvent[] {
  const seals = sealsIn(from, sealing, until)
  if (seals === null) return []
  const { first, last, blockTime, count } = seals
  const { chain } = idleUntil(from, sealing, last)
  const number = latestNumber(from.chain) + 1n
  const sealed = (index: number): StoryEvent =>
    toNodeEvent(
      { type: 'sealed', number: number + BigInt(index), chain },
      first + index * blockTime,
    )
  if (count <= mostTold)
    return Array.from({ length: count }, (_, at) => sealed(at))
  const leap: StoryEvent = {
    type: 'idle',
    at: first + blockTime,
    until: last - blockTime,
    firstBlock: number + 1n,
    lastBlock: number + BigInt(count - 2),
    deposits: from.chain.open.openings.length,
  }
  return [sealed(0), leap, sealed(count - 1)]
}

/** Visits the beats of a stretch of idle time, and leaps over the same blocks. */
export function passBeats(
  from: Moment,
  sealing: Sealing,
  until: number,
  visit: (moment: Moment) => void,
): void {
  const seals = sealsIn(from, sealing, until)
  const leap = seals !== null && seals.count > mostTold ? seals : null
  for (let now = from; ; ) {
    const at =
      now.time === leap?.first
        ? leap.last
        : Math.min(nextBeat(now, sealing), nextBoundary(now, sealing))
    if (at > until) return
    now = idleUntil(now, sealing, at)
    visit(now)
  }
}

/** When idle blocks are sealed after a moment; null: none is. */
function sealsIn(from: Moment, sealing: Sealing, until: number) {
  const first = nextBoundary(from, sealing)
  if (first > until) return null
  const { blockTime } = nextCadence(from)
  const more = Math.floor((until - first) / blockTime)
  return { first, last: first + more * blockTime, blockTime, count: more + 1 }
}
