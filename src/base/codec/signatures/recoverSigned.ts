import { type Address, type Hash, type Hex, toBytes } from '../../hex/hex.js'
import { recoverAddress } from '../envelope.js'

/** The account that has signed a hash with 65 bytes, if they are a signature. */
export function recoverSigned(hash: Hash, signature: Hex): Address | undefined {
  if (signature.length !== 132) return undefined
  const v = Number.parseInt(signature.slice(130), 16)
  const parity = v >= 27 ? v - 27 : v
  if (parity > 1) return undefined
  const word = (at: number) => BigInt(`0x${signature.slice(at, at + 64)}`)
  return recoverAddress(toBytes(hash), word(2), word(66), parity)
}
