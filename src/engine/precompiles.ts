import type { Address } from '../base/hex/hex.js'
import { isSince } from '../base/validation/hardforks.js'
import type { Environment } from './engine.js'

type Rules = Pick<Environment, 'hardfork' | 'p256VerifyGas'>

const p256 = 0x100n

/** Whether the protocol has a contract there, wherever it was moved. */
export function isPrecompile(
  address: Address,
  { hardfork, p256VerifyGas }: Rules,
): boolean {
  if (!address.startsWith('0x000000000000000000000000000000000000'))
    return false
  const position = BigInt(address)
  const last = hardfork === 'cancun' ? 0x0an : 0x11n
  if (position === p256)
    return isSince(hardfork, 'osaka') || p256VerifyGas !== undefined
  return position > 0n && position <= last
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
