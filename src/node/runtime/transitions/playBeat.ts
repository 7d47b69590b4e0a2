import { beat } from '../../../chain/intents/beat.js'
import {
  beatNumber,
  beatPosition,
  beatsBefore,
  isBeat,
  offsetOf,
} from '../moment/beats.js'
import { type Moment, type Transition, transition } from '../moment/moment.js'

/** The beat of this instant: what is queued enters the open block. */
export function playBeat(moment: Moment): Transition {
  const { time } = moment
  const at = beatPosition(moment)
  const { chain, effects } = beat(moment.chain, at.index)
  const next = chain === moment.chain ? moment : { ...moment, chain }
  return transition(next, [
    ...effects,
    {
      type: 'beat',
      chain,
      at,
      count: beatNumber(moment),
      offset: time - moment.openedAt,
    },
  ])
}

/**
 * One more beat of this instant for what is queued, before a seal; none if
 * nothing is.
 *
 * @param isToCome - Whether a beat of this instant has not been played yet.
 */
export function playLastBeat(moment: Moment, isToCome: boolean): Transition {
  const { time, openedAt, plan } = moment
  const count = beatsBefore(time + 1, moment)
  const offsets = Array.from({ length: count }, (_, at) => offsetOf(moment, at))
  const beats =
    isToCome && isBeat(moment) ? plan.beats : [...offsets, time - openedAt]
  const played = playBeat({ ...moment, plan: { ...plan, beats } })
  const { open } = played.moment.chain
  return played.effects.length === 1 && open === moment.chain.open
    ? transition(moment)
    : played
}
