import { type Hash, type Hex, toBytes, toHex, toScalar } from '../hex/hex.js'
import { encodedLength, encodeRlp, hashRlp, type RlpItem } from './rlp.js'

/**
 * A persistent map from hex keys to values: a path-compressed radix-16 tree,
 * which is the shape of a Merkle-Patricia trie before it is hashed. `null` is
 * the empty one. The shape depends on the contents alone.
 *
 * Keys are lower-case and none is the prefix of another: all of one length,
 * or RLP-encoded indices.
 */
export type Trie<value> = TrieNode<value> | null

/**
 * A leaf carries its whole key and a branch all that its keys have in common,
 * so a node means the same wherever it hangs: subtrees move without being
 * rewritten, and a lookup compares strings once, at its leaf.
 */
export type TrieNode<value> = {
  readonly path: Hex
  /** 16 of them, or null in a leaf. */
  readonly children: readonly Trie<value>[] | null
  /** Undefined in a branch. */
  readonly value: value | undefined
  /** The reference that `merkleRoot` keeps of this node. */
  reference: NodeReference | undefined
}

/** A node as its parent holds it: its hash, or itself when shorter. */
type NodeReference = {
  readonly item: RlpItem
  /** The encoder of the values, and the start of its path. */
  readonly encode: (value: never) => Uint8Array
  readonly from: number
}

/** Paths begin after `0x`. */
const start = 2
const vacant: readonly null[] = Array.from({ length: 16 }, () => null)

export function lookup<value>(trie: Trie<value>, key: Hex): value | undefined {
  let node: Trie<value> | undefined = trie
  while (node) {
    if (node.children === null)
      return node.path === key ? node.value : undefined
    node = node.children[nibble(key, node.path.length)]
  }
  return undefined
}

/** The same tree when it holds this very value already. */
export function insert<value>(
  trie: Trie<value>,
  key: Hex,
  value: value,
): TrieNode<value> {
  return trie === null ? leaf(key, value) : insertAt(trie, key, value, start)
}

function insertAt<value>(
  node: TrieNode<value>,
  key: Hex,
  value: value,
  from: number,
): TrieNode<value> {
  const at = divergence(node.path, key, from)
  if (at < node.path.length) {
    const children: Trie<value>[] = vacant.slice()
    children[nibble(node.path, at)] = node
    children[nibble(key, at)] = leaf(key, value)
    return branch(key.slice(0, at) as Hex, children)
  }
  if (node.children === null)
    return node.value === value ? node : leaf(key, value)
  const index = nibble(key, at)
  const child = node.children[index] ?? null
  const next =
    child === null ? leaf(key, value) : insertAt(child, key, value, at + 1)
  return next === child
    ? node
    : withChild(node.path, node.children, index, next)
}

/** The same tree when it does not hold the key. */
export function remove<value>(trie: Trie<value>, key: Hex): Trie<value> {
  if (trie === null) return null
  if (trie.children === null) return trie.path === key ? null : trie
  const index = nibble(key, trie.path.length)
  const child = trie.children[index] ?? null
  const next = remove(child, key)
  if (next === child) return trie
  const rest = next === null ? onlyOther(trie.children, index) : null
  return rest ?? withChild(trie.path, trie.children, index, next)
}

type Visit<value> = (
  key: Hex,
  before: value | undefined,
  after: value | undefined,
) => void

/**
 * Visits every key whose value is not the same (`===`) in both trees, in the
 * order of keys. Shared subtrees are skipped, so that two versions of a large
 * tree compare at the cost of what changed between them.
 */
export function differences<value>(
  before: Trie<value>,
  after: Trie<value>,
  visit: Visit<value>,
): void {
  compare(before, after, start, visit)
}

function compare<value>(
  before: Trie<value>,
  after: Trie<value>,
  from: number,
  visit: Visit<value>,
): void {
  if (before === after) return
  const one = before ?? after
  if (one === null) return
  const other = after ?? one
  const at = divergence(one.path, other.path, from)
  const isLeaf = one.children === null && other.children === null
  if (isLeaf && at === one.path.length) {
    if (before?.value !== after?.value)
      visit(one.path, before?.value, after?.value)
    return
  }
  for (let index = 0; index < 16; index++)
    compare(below(before, at, index), below(after, at, index), at + 1, visit)
}

/** The part of a tree whose keys have this nibble at `at`, their first fork. */
function below<value>(
  trie: Trie<value>,
  at: number,
  index: number,
): Trie<value> {
  if (trie === null) return null
  if (trie.path.length === at) return trie.children?.[index] ?? null
  return nibble(trie.path, at) === index ? trie : null
}

/** The one child beside `index`, if there is just one. */
function onlyOther<value>(
  children: readonly Trie<value>[],
  index: number,
): Trie<value> {
  let found: Trie<value> = null
  for (let other = 0; other < 16; other++) {
    const child = children[other] ?? null
    if (child === null || other === index) continue
    if (found !== null) return null
    found = child
  }
  return found
}

function withChild<value>(
  path: Hex,
  children: readonly Trie<value>[],
  index: number,
  child: Trie<value>,
): TrieNode<value> {
  const next = children.slice()
  next[index] = child
  return branch(path, next)
}

function leaf<value>(path: Hex, value: value): TrieNode<value> {
  return { path, children: null, value, reference: undefined }
}

function branch<value>(
  path: Hex,
  children: readonly Trie<value>[],
): TrieNode<value> {
  return { path, children, value: undefined, reference: undefined }
}

/**
 * The index at which two paths that agree up to `from` part, or the shorter one
 * ends.
 */
function divergence(one: string, other: string, from: number): number {
  const end = Math.min(one.length, other.length)
  let at = from
  while (at < end && one.charCodeAt(at) === other.charCodeAt(at)) at++
  return at
}

function nibble(path: string, at: number): number {
  const code = path.charCodeAt(at)
  return code < 58 ? code - 48 : code - 87
}

type Encode<value> = (value: value) => Uint8Array

/** keccak256(rlp('')): the root of a trie without keys. */
export const emptyRoot: Hash =
  '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

const nothing = new Uint8Array(0)

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
