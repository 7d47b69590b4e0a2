import { beat } from '../chain/intents/beat.js'
import { beatPosition, eventsAt } from './events/chainEvent.js'
import type { Moment } from './time/moment.js'
import type { Timing } from './time/rhythm.js'
import { type Transition, transition } from './transition.js'

/** The beat of this instant: what is queued enters the open block. */
export function playBeat(moment: Moment, timing: Timing): Transition {
  const { time } = moment
  const at = beatPosition(moment, timing)
  const { chain, events } = beat(moment.chain, at.index)
  const next = chain === moment.chain ? moment : { ...moment, chain }
  return transition(next, [
    ...eventsAt(at, { chain, events }),
    { type: 'beat', time, chain, at },
  ])
}
