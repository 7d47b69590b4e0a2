import type { Chain, Effect } from '../../chain/blocks/chain.js'
import { seenBy } from '../../chain/lookup/find.js'
import type { Update } from './update.js'

export type Beat = Extract<Effect, { type: 'beat' }>

/** Beats that anybody sees. */
export function seenBeats({ effects }: Pick<Update, 'effects'>): Beat[] {
  return effects.filter(
    (effect): effect is Beat => effect.type === 'beat' && isSeen(effect.chain),
  )
}

export function isSeen(chain: Chain): boolean {
  return seenBy(chain) !== 'none'
}
