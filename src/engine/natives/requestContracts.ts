import type { Address } from '../../base/hex/hex.js'
import type { Hardfork } from '../engine.js'

/** EIP-7002, EIP-7251. */
const ofPrague: readonly Address[] = [
  '0x00000961ef480eb55e80d19ad83579a64c007002',
  '0x0000bbddc7ce488642fb579f8b00f3a590007251',
]

/** EIP-8282. */
const ofAmsterdam: readonly Address[] = [
  ...ofPrague,
  '0x0000bff46984e3725691fa540a8c7589300d8282',
  '0x000064d678505ad48f8ccb093bc65613800e8282',
]

/** Contracts that are called after the transactions of a block, in order. */
export function requestContracts(hardfork: Hardfork): readonly Address[] {
  if (hardfork === 'cancun') return []
  return hardfork === 'amsterdam' ? ofAmsterdam : ofPrague
}
