import { keccak256 } from '../hash/keccak256.js'
import { type Hash, type Hex, toBytes, toHex } from '../hex/hex.js'
import { lazy } from '../memo/memo.js'
import { encodeRlp, type RlpInput, viewRlp } from './rlp.js'

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
  /** The length of `path`, which a lookup then need not fetch. */
  readonly end: number
  /** The nibbles that have a child, a bit for each; 0 in a leaf. */
  readonly mask: number
  /**
   * As many, in the order of their nibbles; null in a leaf. Most branches of a
   * large tree have two or three, and histories keep them all.
   */
  readonly children: readonly TrieNode<value>[] | null
  /** Undefined in a branch. */
  readonly value: value | undefined
  /** The reference that `merkleRoot` keeps of this node. */
  reference: NodeReference | undefined
}

/** A node as its parent holds it. */
type NodeReference = {
  /** Its hash, or itself when it is shorter. */
  readonly item: RlpInput
  /** The encoder of the values, and the start of its path. */
  readonly encode: (value: never) => RlpInput
  readonly from: number
}

/** Paths begin after `0x`. */
const start = 2

export function lookup<value>(trie: Trie<value>, key: Hex): value | undefined {
  let node: Trie<value> | undefined = trie
  while (node) {
    if (node.children === null)
      return node.path === key ? node.value : undefined
    node = childAt(node, nibble(key, node.end))
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
  const { path, children } = node
  const at = divergence(path, key, from)
  if (at < path.length) {
    const [old, added] = [nibble(path, at), nibble(key, at)]
    const next = leaf(key, value)
    const both = old < added ? [node, next] : [next, node]
    return branch(key.slice(0, at) as Hex, (1 << old) | (1 << added), both)
  }
  if (children === null) return node.value === value ? node : leaf(key, value)
  const index = nibble(key, at)
  const child = childAt(node, index)
  if (child === null) return withChild(node, children, index, leaf(key, value))
  const next = insertAt(child, key, value, at + 1)
  return next === child ? node : withChild(node, children, index, next)
}

/** The same tree when it does not hold the key. */
export function remove<value>(trie: Trie<value>, key: Hex): Trie<value> {
  if (trie === null) return null
  const { path, mask, children } = trie
  if (children === null) return path === key ? null : trie
  const index = nibble(key, path.length)
  const child = childAt(trie, index)
  const next = remove(child, key)
  if (next === child) return trie
  if (next === null && children.length === 2)
    return children[1 - placeOf(mask, index)] ?? null
  return withChild(trie, children, index, next)
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
  for (let left = maskAt(before, at) | maskAt(after, at); left !== 0; ) {
    const index = 31 - Math.clz32(left & -left)
    left &= left - 1
    compare(below(before, at, index), below(after, at, index), at + 1, visit)
  }
}

/** The nibbles that its keys have at `at`, their first fork. */
function maskAt<value>(trie: Trie<value>, at: number): number {
  if (trie === null) return 0
  return trie.path.length === at ? trie.mask : 1 << nibble(trie.path, at)
}

/** The part of a tree whose keys have this nibble at `at`, their first fork. */
function below<value>(
  trie: Trie<value>,
  at: number,
  index: number,
): Trie<value> {
  if (trie === null) return null
  if (trie.path.length === at) return childAt(trie, index)
  return nibble(trie.path, at) === index ? trie : null
}

function childAt<value>(
  { mask, children }: TrieNode<value>,
  index: number,
): Trie<value> {
  return ((mask >> index) & 1) === 0
    ? null
    : (children?.[placeOf(mask, index)] ?? null)
}

/** How many children stand before that of a nibble: the ones among 15 bits. */
function placeOf(mask: number, index: number): number {
  const before = mask & ((1 << index) - 1)
  const pairs = before - ((before >> 1) & 0x5555)
  const fours = (pairs & 0x3333) + ((pairs >> 2) & 0x3333)
  const eights = (fours + (fours >> 4)) & 0x0f0f
  return (eights + (eights >> 8)) & 31
}

/** With another child at the nibble, or without one. */
function withChild<value>(
  { path, mask }: TrieNode<value>,
  children: readonly TrieNode<value>[],
  index: number,
  child: Trie<value>,
): TrieNode<value> {
  const place = placeOf(mask, index)
  const had = (mask >> index) & 1
  const more = (child === null ? 0 : 1) - had
  // `splice` and `filter` would leave room for what may come: nothing does.
  const next = new Array<TrieNode<value>>(children.length + more)
  for (let at = 0; at < next.length; at++)
    next[at] = children[at < place ? at : at - more] as TrieNode<value>
  if (child !== null) next[place] = child
  return branch(path, more === 0 ? mask : mask ^ (1 << index), next)
}

function leaf<value>(path: Hex, value: value): TrieNode<value> {
  return {
    path,
    end: path.length,
    mask: 0,
    children: null,
    value,
    reference: undefined,
  }
}

function branch<value>(
  path: Hex,
  mask: number,
  children: readonly TrieNode<value>[],
): TrieNode<value> {
  return {
    path,
    end: path.length,
    mask,
    children,
    value: undefined,
    reference: undefined,
  }
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

type Encode<value> = (value: value) => RlpInput

/** keccak256(rlp('')): the root of a trie without keys. */
export const emptyRoot: Hash =
  '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/**
 * The Merkle-Patricia root (Yellow Paper, appendix D). Every node remembers
 * its reference, so the root of a next version hashes changed paths only;
 * `encode` must be one function, not one made for each call.
 */
export function merkleRoot<value>(
  trie: Trie<value>,
  encode: Encode<value>,
): Hash {
  return trie === null ? emptyRoot : toHex(rootBytes(trie, encode))
}

/** The same as it stands in RLP, such as the root of a storage in its account. */
export function rootItem<value>(
  trie: Trie<value>,
  encode: Encode<value>,
): Uint8Array {
  return trie === null ? emptyBytes() : rootBytes(trie, encode)
}

const emptyBytes = /* @__PURE__ */ lazy(() => toBytes(emptyRoot))

function rootBytes<value>(
  trie: TrieNode<value>,
  encode: Encode<value>,
): Uint8Array {
  const root = reference(trie, start, encode)
  return root instanceof Uint8Array ? root : keccak256(viewRlp(root))
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
  const add = (items: RlpInput) => {
    const encoded = viewRlp(items)
    if (proof.length === 0 || encoded.length >= hashLength)
      proof.push(toHex(encoded))
  }
  let from = start
  for (let node: Trie<value> = trie; node !== null; ) {
    const { path, children } = node
    if (children === null || path.length > from)
      add(structure(node, from, encode))
    if (children === null || !key.startsWith(path)) break
    const at = path.length
    add(branchItems(node, children, encode))
    node = childAt(node, nibble(key, at))
    from = at + 1
  }
  return proof
}

/** The root of a list by its indices: transactionsRoot and receiptsRoot. */
export function listRoot(items: readonly Uint8Array[]): Hash {
  return merkleRoot(appendItems(null, 0, items), asItIs)
}

/** Such a list as a trie, with more items at its end. */
export function appendItems<item>(
  list: Trie<item>,
  length: number,
  items: readonly item[],
): Trie<item> {
  return items.reduce(
    (trie, item, index) => insert(trie, toHex(encodeRlp(length + index)), item),
    list,
  )
}

export function asItIs(item: Uint8Array): Uint8Array {
  return item
}

const hashLength = 32

/** `from` is where the node's part of the path begins, below its parent. */
function reference<value>(
  node: TrieNode<value>,
  from: number,
  encode: Encode<value>,
): RlpInput {
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
): RlpInput {
  const { path, children } = node
  if (children === null)
    return [hexPrefix(path, from, 2), encode(node.value as value)]
  const items = branchItems(node, children, encode)
  return path.length === from
    ? items
    : [hexPrefix(path, from, 0), shorten(items)]
}

function branchItems<value>(
  { path, mask }: TrieNode<value>,
  children: readonly TrieNode<value>[],
  encode: Encode<value>,
): RlpInput {
  const items: RlpInput[] = []
  let next = 0
  for (let index = 0; index < 16; index++) {
    const child = ((mask >> index) & 1) === 1 ? children[next++] : undefined
    items.push(child ? reference(child, path.length + 1, encode) : 0)
  }
  items.push(0)
  return items
}

function shorten(items: RlpInput): RlpInput {
  const encoded = viewRlp(items)
  return encoded.length < hashLength ? items : keccak256(encoded)
}

/** Yellow Paper, appendix C; the flag is 2 for a leaf, 0 for an extension. */
function hexPrefix(path: Hex, from: number, flag: 0 | 2): Hex {
  const head = (path.length - from) % 2 === 0 ? `${flag}0` : `${flag + 1}`
  return `0x${head}${path.slice(from)}`
}
