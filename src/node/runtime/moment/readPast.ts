import type { Chain } from '../../../chain/blocks/chain.js'
import { newest } from '../../../chain/model/lineage.js'
import type { Past } from '../../faults/types/faultType.js'
import { beatNumber, lastBeat, nextBeat, type Sealing } from './beats.js'
import { idleUntil } from './idleUntil.js'
import { type History, historyAt, type Moment } from './moment.js'

/** The chain as it was, when the node was created at the earliest. */
export function readPast(
  past: Past,
  now: Moment,
  history: History,
  sealing: Sealing,
): Chain {
  if ('instant' in past) return past.instant as Chain
  const time =
    'at' in past ? past.at : timeOfBeatsAgo(past.beats, now, history, sealing)
  return idleUntil(historyAt(history, time).value, sealing, time).chain
}

/**
 * When the beat that came `beats` before the last one was as old as the last
 * one is now, or right before the beat after it if that came sooner.
 */
function timeOfBeatsAgo(
  beats: number,
  now: Moment,
  history: History,
  sealing: Sealing,
): number {
  if (beats === 0) return now.time
  const number = beatNumber(now) - beats
  if (number < 0) return 0
  const age = now.time - lastBeat(now)
  return Math.min(
    beatAt(number, history, sealing) + age,
    beatAt(number + 1, history, sealing) - 1,
  )
}

/** When the beat of that number was, counted from creation. */
function beatAt(number: number, history: History, sealing: Sealing): number {
  const found = newest(history, (moment) => beatNumber(moment) <= number)
  const { value } = found ?? history
  const more = number - beatNumber(value)
  return more === 0 ? lastBeat(value) : nextBeat(value, sealing, more)
}
