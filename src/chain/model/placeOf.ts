import { type Address, type Hex, toWord } from '../../hex/hex.js'

/** The key of a sender's transaction of that nonce. */
export function placeOf(from: Address, nonce: number): Hex {
  return `${from}${toWord(BigInt(nonce)).slice(2)}`
}
