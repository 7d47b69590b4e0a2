import { keccak256 } from '../hash/keccak256.js'
import { type Hash, toBytes, toHex } from '../hex/hex.js'
import { encodeText } from '../hex/text.js'
import { remember } from '../memo/memo.js'

/**
 * Topic of an event: `Transfer(address,address,uint256)`. Signatures are few, and
 * written in code.
 */
export const topicOf = remember(
  (signature: string): Hash => toHex(keccak256(toBytes(encodeText(signature)))),
)

/** Selector of a function or an error: the first 8 digits. */
export function selectorOf(signature: string): string {
  return topicOf(signature).slice(2, 10)
}
