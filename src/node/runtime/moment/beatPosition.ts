import { type BeatPosition, positionIn } from '../../../chain/blocks/chain.js'
import { index } from './beats.js'
import type { Moment } from './moment.js'

export function beatPosition(moment: Moment): BeatPosition {
  return positionIn(moment.chain, index(moment))
}
