import type { Chain, Effect } from '../../chain/blocks/chain.js'
import type { Included } from '../../chain/model/transaction.js'
import { isSeen } from './seenBeats.js'
import type { Update } from './update.js'

/** Events behind `'preconfirmed'`, and the chain at that time. */
export function preconfirmedIn({ effects }: Update) {
  return effects.filter(
    (effect) => effect.type === 'preconfirmed' && isSeen(effect.chain),
  ) as Extract<Effect, { type: 'preconfirmed' }>[]
}

/** Among those, transactions that entered the block that is open in the end. */
export function enteredIn(
  update: Update,
  { open }: Chain,
): readonly Included[] {
  return preconfirmedIn(update)
    .filter(({ chain }) => chain.open.number === open.number)
    .map(({ included }) => included)
}
