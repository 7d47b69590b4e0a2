import { decodeRlp, encodeRlp, type RlpItem } from '../../../base/codec/rlp.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import { type Hex, toBytes, toHex } from '../../../base/hex/hex.js'

/** The root of an empty trie. */
export const emptyRoot = toHex(keccak256(encodeRlp(new Uint8Array())))

/**
 * The value that a proof shows under a key of a secure trie: undefined for an
 * absent key, or `'broken'` if the proof does not lead from the root.
 */
export function proved(
  root: Hex,
  key: Hex,
  proof: unknown,
): Uint8Array | undefined | 'broken' {
  if (!Array.isArray(proof)) return 'broken'
  if (proof.length === 0) return root === emptyRoot ? undefined : 'broken'
  const path = toHex(keccak256(toBytes(key))).slice(2)
  let at = 0
  let expected: RlpItem = toBytes(root)
  const nodes = [...proof]
  try {
    for (;;) {
      const node = nextNode(expected, nodes)
      if (node === undefined) return 'broken'
      if (node instanceof Uint8Array)
        return node.length === 0 ? undefined : 'broken'
      if (node.length === 17) {
        const next = node[Number.parseInt(path[at] ?? '', 16)] as RlpItem
        at += 1
        if (next instanceof Uint8Array && next.length === 0) return undefined
        expected = next
        continue
      }
      const [encoded, value] = node as [Uint8Array, RlpItem]
      const nibbles = toHex(encoded).slice(2)
      const flag = Number.parseInt(nibbles[0] ?? '0', 16)
      const part = nibbles.slice(flag % 2 === 1 ? 1 : 2)
      if (path.slice(at, at + part.length) !== part) return undefined
      at += part.length
      if (flag >= 2) return value as Uint8Array
      expected = value
    }
  } catch {
    return 'broken'
  }
}

/** Short nodes stand in their parent, of all others the hash does. */
function nextNode(expected: RlpItem, nodes: unknown[]): RlpItem | undefined {
  if (!(expected instanceof Uint8Array)) return expected
  const bytes = toBytes(nodes.shift() as Hex)
  return toHex(keccak256(bytes)) === toHex(expected)
    ? decodeRlp(bytes)
    : undefined
}
