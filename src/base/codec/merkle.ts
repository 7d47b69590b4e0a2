import type { Hash, Hex } from '../hex/hex.js'
import { toBytes, toHex, toScalar } from '../hex/hex.js'
import { encodedLength, encodeRlp, hashRlp, type RlpItem } from './rlp.js'
import { insert, type Trie, type TrieNode } from './trie.js'

type Encode<value> = (value: value) => Uint8Array

/** keccak256(rlp('')): the root of a trie without keys. */
export const emptyRoot: Hash =
  '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

const nothing = new Uint8Array(0)
const start = 2

/**
 * The Merkle-Patricia root (Yellow Paper, appendix D). Every node remembers
 * its reference, so the root of a next version hashes changed paths only;
 * `encode` must be one function, not one made for each call.
 */
export function merkleRoot<value>(
  trie: Trie<value>,
  encode: Encode<value>,
): Hash {
  if (trie === null) return emptyRoot
  const root = reference(trie, start, encode)
  return toHex(root instanceof Uint8Array ? root : hashRlp(root))
}

/**
 * The encoded nodes from the root to the key's place, present or missing
 * (EIP-1186). A node short enough to stand in its parent is there, and not
 * listed.
 */
export function merkleProof<value>(
  trie: Trie<value>,
  key: Hex,
  encode: Encode<value>,
): Hex[] {
  const proof: Hex[] = []
  const add = (items: RlpItem[]) => {
    const encoded = encodeRlp(items)
    if (proof.length === 0 || encoded.length >= 32) proof.push(toHex(encoded))
  }
  let from = start
  for (let node: Trie<value> = trie; node !== null; ) {
    const { path, children } = node
    if (children === null || path.length > from)
      add(structure(node, from, encode))
    if (children === null || !key.startsWith(path)) break
    const at = path.length
    add(branchItems(children, at, encode))
    node = children[Number.parseInt(key.charAt(at), 16)] ?? null
    from = at + 1
  }
  return proof
}

/** The root of a list by its indices: transactionsRoot and receiptsRoot. */
export function listRoot(items: readonly Uint8Array[]): Hash {
  return merkleRoot(appendItems(null, 0, items), asItIs)
}

/** Such a list as a trie, with more items at its end. */
export function appendItems(
  list: Trie<Uint8Array>,
  length: number,
  items: readonly Uint8Array[],
): Trie<Uint8Array> {
  return items.reduce(
    (trie, item, index) =>
      insert(trie, toHex(encodeRlp(toScalar(length + index))), item),
    list,
  )
}

export function asItIs(item: Uint8Array): Uint8Array {
  return item
}

/** `from` is where the node's part of the path begins, below its parent. */
function reference<value>(
  node: TrieNode<value>,
  from: number,
  encode: Encode<value>,
): RlpItem {
  const known = node.reference
  if (known?.from === from && known.encode === encode) return known.item
  const item = shorten(structure(node, from, encode))
  node.reference = { item, encode, from }
  return item
}

function structure<value>(
  node: TrieNode<value>,
  from: number,
  encode: Encode<value>,
): RlpItem[] {
  const { path, children } = node
  if (children === null)
    return [hexPrefix(path.slice(from), 2), encode(node.value as value)]
  const items = branchItems(children, path.length, encode)
  return path.length === from
    ? items
    : [hexPrefix(path.slice(from), 0), shorten(items)]
}

function branchItems<value>(
  children: readonly Trie<value>[],
  at: number,
  encode: Encode<value>,
): RlpItem[] {
  const items = children.map((child) =>
    child === null ? nothing : reference(child, at + 1, encode),
  )
  items.push(nothing)
  return items
}

function shorten(items: RlpItem[]): RlpItem {
  return encodedLength(items) < 32 ? items : hashRlp(items)
}

/** Yellow Paper, appendix C; the flag is 2 for a leaf, 0 for an extension. */
function hexPrefix(nibbles: string, flag: 0 | 2): Uint8Array {
  const head = nibbles.length % 2 === 0 ? `${flag}0` : `${flag + 1}`
  return toBytes(`0x${head}${nibbles}` satisfies Hex)
}
