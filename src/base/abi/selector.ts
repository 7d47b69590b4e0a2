import { keccak256 } from '../hash/keccak256.js'
import { type Hash, toBytes, toHex } from '../hex/hex.js'
import { encodeText } from '../hex/text.js'

/** Signatures are few, and written in code. */
const topics = new Map<string, Hash>()

/** Topic of an event: `Transfer(address,address,uint256)`. */
export function topicOf(signature: string): Hash {
  const known = topics.get(signature)
  if (known !== undefined) return known
  const topic = toHex(keccak256(toBytes(encodeText(signature))))
  topics.set(signature, topic)
  return topic
}

/** Selector of a function or an error: the first 8 digits. */
export function selectorOf(signature: string): string {
  return topicOf(signature).slice(2, 10)
}
