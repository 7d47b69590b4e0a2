import type { Address } from '../../base/hex/hex.js'

const last = 0x11n
/** P256VERIFY (RIP-7212). */
const p256 = 0x100n

/** Whether a contract of the protocol stands there, in any hardfork. */
export function isPrecompile(address: Address): boolean {
  if (!address.startsWith('0x000000000000000000000000000000000000'))
    return false
  const position = BigInt(address)
  return (position > 0n && position <= last) || position === p256
}
