import type { Chain } from '../blocks/chain.js'
import { overlayOf } from '../execution/overlayOf.js'
import type { PreconfirmParameters } from '../model/transaction.js'

type Parameters = Pick<PreconfirmParameters, 'from' | 'data' | 'value'> & {
  readonly to?: PreconfirmParameters['to'] | null
}

/**
 * While a fork is recorded, traces at once everything that a transaction will
 * read.
 */
export function onFork<value>(
  { config: { fork }, open }: Chain,
  { from, to = null, data = '0x', value = 0n }: Parameters,
  admit: () => value,
): value {
  return fork === null
    ? admit()
    : fork.during({ from, to, data, value }, admit, () => overlayOf(open.state))
}
