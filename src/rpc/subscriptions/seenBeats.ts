import type { Chain } from '../../chain/blocks/chain.js'
import { seenBy } from '../../chain/lookup/seen.js'
import type { Happening, Update } from './update.js'

export type Beat = Extract<Happening, { type: 'beat' }>

/** Beats that anybody sees. */
export function seenBeats({ events }: Pick<Update, 'events'>): Beat[] {
  return events.filter(
    (event): event is Beat => event.type === 'beat' && isSeen(event.chain),
  )
}

export function isSeen(chain: Chain): boolean {
  return seenBy(chain) !== 'none'
}
