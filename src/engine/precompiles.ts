import { type Address, byteAt } from '../base/hex/hex.js'
import { isSince } from '../base/validation/hardforks.js'
import type { Environment } from './engine.js'

type Rules = Pick<Environment, 'hardfork' | 'p256VerifyGas'>

const p256 = 0x100

/** Whether the protocol has a contract there, wherever it was moved. */
export function isPrecompile(
  address: Address,
  { hardfork, p256VerifyGas }: Rules,
): boolean {
  if (!address.startsWith('0x000000000000000000000000000000000000'))
    return false
  const position = (byteAt(address, 18) << 8) | byteAt(address, 19)
  const last = hardfork === 'cancun' ? 0x0a : 0x11
  if (position === p256)
    return isSince(hardfork, 'osaka') || p256VerifyGas !== undefined
  return position > 0 && position <= last
}

/** The precompile that runs at an address, by its own; null if none does. */
export function precompileAt(
  address: Address,
  environment: Rules & Pick<Environment, 'movedPrecompiles'>,
): Address | null {
  const moved = environment.movedPrecompiles?.get(address)
  if (moved !== undefined) return moved
  return isPrecompile(address, environment) ? address : null
}
