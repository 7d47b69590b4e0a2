import { keccak256 } from '../hash/keccak256.js'
import { type Hash, type Hex, toHex, toScalar } from '../hex/hex.js'
import {
  encodedLength,
  encodeRlp,
  lengthWithPrefix,
  listOffset,
  stringOffset,
  write,
  writePrefix,
} from './rlp.js'

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
  /** Its hash, of 32 bytes, or its encoding when that is shorter. */
  readonly bytes: Uint8Array
  /** The encoder of the values, and the start of its path. */
  readonly encode: (value: never) => Uint8Array
  readonly from: number
}

/** Paths begin after `0x`. */
const start = 2

export function lookup<value>(trie: Trie<value>, key: Hex): value | undefined {
  let node: Trie<value> | undefined = trie
  while (node) {
    if (node.children === null)
      return node.path === key ? node.value : undefined
    node = childAt(node, nibble(key, node.path.length))
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
  return { path, mask: 0, children: null, value, reference: undefined }
}

function branch<value>(
  path: Hex,
  mask: number,
  children: readonly TrieNode<value>[],
): TrieNode<value> {
  return { path, mask, children, value: undefined, reference: undefined }
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
  const { bytes } = reference(trie, start, encode)
  return toHex(bytes.length === hashLength ? bytes : keccak256(bytes))
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
  const add = (encoded: Uint8Array) => {
    if (proof.length === 0 || encoded.length >= hashLength)
      proof.push(toHex(encoded))
  }
  let from = start
  for (let node: Trie<value> = trie; node !== null; ) {
    const { path, children } = node
    if (children === null || path.length > from)
      add(encodeNode(node, from, encode))
    if (children === null || !key.startsWith(path)) break
    const at = path.length
    add(encodeBranch(node, children, encode))
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

const hashLength = 32

/** `from` is where the node's part of the path begins, below its parent. */
function reference<value>(
  node: TrieNode<value>,
  from: number,
  encode: Encode<value>,
): NodeReference {
  const known = node.reference
  if (known?.from === from && known.encode === encode) return known
  const bytes = shorten(encodeNode(node, from, encode))
  node.reference = { bytes, encode, from }
  return node.reference
}

/** The hash of a node, or its bytes when these are fewer. */
function shorten(encoded: Uint8Array): Uint8Array {
  return encoded.length < hashLength ? encoded.slice() : keccak256(encoded)
}

/*
 * Nodes are encoded on one sheet, whose bytes are hashed or copied before the
 * next one is written: those below a node come first.
 */

let sheet = new Uint8Array(1_024)

function encodeNode<value>(
  node: TrieNode<value>,
  from: number,
  encode: Encode<value>,
): Uint8Array {
  const { path, children } = node
  if (children === null)
    return encodePair(path, from, 2, encode(node.value as value), false)
  if (path.length === from) return encodeBranch(node, children, encode)
  const below = shorten(encodeBranch(node, children, encode))
  return encodePair(path, from, 0, below, below.length < hashLength)
}

function encodeBranch<value>(
  { path, mask }: TrieNode<value>,
  children: readonly TrieNode<value>[],
  encode: Encode<value>,
): Uint8Array {
  const from = path.length + 1
  // A byte for each place that is empty, of which the value's is one.
  let length = 17 - children.length
  for (const child of children) {
    const { bytes } = reference(child, from, encode)
    length += bytes.length + (bytes.length === hashLength ? 1 : 0)
  }
  let at = begin(length)
  let next = 0
  for (let index = 0; index < 16; index++) {
    const child = ((mask >> index) & 1) === 1 ? children[next++] : undefined
    if (child === undefined) sheet[at++] = stringOffset
    else {
      const { bytes } = reference(child, from, encode)
      at = put(bytes, at, bytes.length < hashLength)
    }
  }
  sheet[at++] = stringOffset
  return sheet.subarray(0, at)
}

/**
 * A path (Yellow Paper, appendix C), where the flag is 2 for a leaf and 0 for an
 * extension, and what is below it: as it is, or as a string.
 */
function encodePair(
  path: Hex,
  from: number,
  flag: 0 | 2,
  below: Uint8Array,
  asIs: boolean,
): Uint8Array {
  const count = path.length - from
  const size = 1 + (count >> 1)
  const head = size === 1 ? 1 : lengthWithPrefix(size)
  let at = begin(head + (asIs ? below.length : encodedLength(below)))
  if (size > 1) at = writePrefix(sheet, at, stringOffset, size)
  let place = from
  sheet[at++] =
    count % 2 === 0 ? flag << 4 : ((flag + 1) << 4) | nibble(path, place++)
  for (; place < path.length; place += 2)
    sheet[at++] = (nibble(path, place) << 4) | nibble(path, place + 1)
  at = put(below, at, asIs)
  return sheet.subarray(0, at)
}

/** Makes room for a list of that length; returns where its items go. */
function begin(length: number): number {
  const whole = lengthWithPrefix(length)
  if (whole > sheet.length) sheet = new Uint8Array(2 * whole)
  return writePrefix(sheet, 0, listOffset, length)
}

function put(bytes: Uint8Array, at: number, asIs: boolean): number {
  if (!asIs) return write(bytes, sheet, at)
  sheet.set(bytes, at)
  return at + bytes.length
}
