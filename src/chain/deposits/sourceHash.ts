import { keccak256 } from '../../base/hash/keccak256.js'
import {
  type Hash,
  type Hex,
  toBytes,
  toHex,
  toWord,
} from '../../base/hex/hex.js'

/** The source of a deposit, apart from the sources of other domains. */
export function sourceHashIn(domain: bigint, source: Hex): Hash {
  const inner = toHex(keccak256(toBytes(source)))
  return toHex(keccak256(toBytes(`${toWord(domain)}${inner.slice(2)}`)))
}
