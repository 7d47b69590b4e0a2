import { lengthInBlock } from '../../base/codec/header.js'
import { toReceiptItem, unionOfBlooms } from '../../base/codec/receipt.js'
import { type Enclosed, viewEnclosed } from '../../base/codec/rlp.js'
import {
  appendItems,
  asItIs,
  differences,
  insert,
  merkleProof,
  merkleRoot,
  remove,
  rootItem,
  type Trie,
  type TrieNode,
} from '../../base/codec/trie.js'
import { keccak256 } from '../../base/hash/keccak256.js'
import {
  type Address,
  type Hash,
  type Hex,
  toBytes,
  toHex,
  wordToScalar,
  zeroHash,
} from '../../base/hex/hex.js'
import { remember } from '../../base/memo/memo.js'
import type { ChainConfig } from '../model/config.js'
import { envelopeOf } from '../model/createTransaction.js'
import {
  type KnownAccount,
  readAccount,
  type State,
  zeroWord,
} from '../model/state.js'
import type { Included } from '../model/transaction.js'

/** The accounts rooted last, and the same ones by the hash of their address. */
export type StateRootMemo = {
  accounts: Trie<KnownAccount>
  secure: Trie<KnownAccount>
}

export function newStateRootMemo(): StateRootMemo {
  return { accounts: null, secure: null }
}

/**
 * The root of the secure account trie (Yellow Paper, 4.1). Its cost depends on
 * the difference from the accounts rooted last, whether they are older, newer
 * or of another branch of history. Unknown values count as empty.
 */
export function stateRoot(
  memo: StateRootMemo,
  accounts: Trie<KnownAccount>,
): Hash {
  let secure = memo.secure
  differences(memo.accounts, accounts, (address, before, after) => {
    const key = hashKey(address)
    // Here both versions of the storage are at hand; the leaf sees only one.
    if (after) secureStorage(after.storage, before?.storage ?? null)
    secure =
      after === undefined || isEmpty(after)
        ? remove(secure, key)
        : insert(secure, key, after)
  })
  memo.accounts = accounts
  memo.secure = secure
  return merkleRoot(secure, encodeAccount)
}

/** Empty accounts do not exist (EIP-161). */
export function isEmpty({
  balance,
  nonce,
  code,
  storage,
}: KnownAccount): boolean {
  return (
    (balance ?? 0n) === 0n &&
    (nonce ?? 0) === 0 &&
    (code ?? '0x') === '0x' &&
    secureStorage(storage, null) === null
  )
}

/** The root of an account's storage, as its leaf and withdrawalsRoot hold it. */
export function storageRoot(storage: Trie<Hex>): Hash {
  return merkleRoot(secureStorage(storage, null), encodeWord)
}

/** The way to an account in the trie whose root is the state root. */
export function accountProof(
  memo: StateRootMemo,
  accounts: Trie<KnownAccount>,
  address: Address,
): Hex[] {
  stateRoot(memo, accounts)
  return merkleProof(memo.secure, hashKey(address), encodeAccount)
}

/** The way to a slot in the trie whose root is the account's storage root. */
export function storageProof(storage: Trie<Hex>, slot: Hash): Hex[] {
  return merkleProof(secureStorage(storage, null), hashKey(slot), encodeWord)
}

const secured = new WeakMap<TrieNode<Hex>, Trie<Hex>>()

/** Storage by the hash of its slots, made from that of an earlier version. */
function secureStorage(storage: Trie<Hex>, earlier: Trie<Hex>): Trie<Hex> {
  if (storage === null) return null
  const known = secured.get(storage)
  if (known !== undefined) return known
  let secure = secureStorage(earlier, null)
  differences(earlier, storage, (slot, _, word) => {
    const key = hashKey(slot)
    secure =
      word === undefined || word === zeroWord
        ? remove(secure, key)
        : insert(secure, key, word)
  })
  secured.set(storage, secure)
  return secure
}

function encodeAccount(account: KnownAccount): Enclosed {
  const { balance = 0n, nonce = 0, code = '0x', storage } = account
  const root = rootItem(secureStorage(storage, null), encodeWord)
  return { item: [nonce, balance, root, codeHash(code)] }
}

function encodeWord(word: Hex): Enclosed {
  return { item: wordToScalar(word) }
}

/** The same accounts and slots change in block after block. */
const hashKey = remember(
  (key: Hex): Hash => toHex(keccak256(toBytes(key))),
  2_048,
)

/** A contract is hashed anew with every change of its storage. */
export const codeHash = remember((code: Hex) => keccak256(toBytes(code)), 128)

/**
 * Its storage root is the header's withdrawalsRoot (OP Isthmus; F15 in
 * docs/reference/fidelity.md).
 */
const messagePasser: Address = '0x4200000000000000000000000000000000000016'

type Config = Pick<ChainConfig, 'fork' | 'l1Attributes'>

/**
 * The root of a state as a header has it. Of a live chain's state most is not
 * here, so that nobody knows its root (F20 in docs/reference/fidelity.md).
 */
export function committedRoot(
  { fork }: Config,
  memo: StateRootMemo,
  { accounts }: State,
): Hash {
  return fork === null ? stateRoot(memo, accounts) : zeroHash
}

export function withdrawalsRoot(
  { fork, l1Attributes }: Config,
  state: State,
): Hash {
  if (fork === null)
    return storageRoot(readAccount(state, messagePasser).storage)
  return l1Attributes === null ? storageRoot(null) : zeroHash
}

/** What a block's transactions are in its header, and in its size. */
type Contents = {
  transactionsRoot: Hash
  receiptsRoot: Hash
  logsBloom: Hex
  /** Bytes of the transactions in the block's RLP. */
  size: number
}

const known = new WeakMap<readonly Included[], Contents>()

/** The list rooted last, and the same as tries that know what they hashed. */
export type ContentsMemo = {
  included: readonly Included[]
  transactions: Trie<Uint8Array>
  receipts: Trie<Included>
  size: number
}

export function newContentsMemo(): ContentsMemo {
  return { included: [], transactions: null, receipts: null, size: 0 }
}

/**
 * Computed once for a list: a block keeps its list when it is sealed. It costs
 * what was added to the list rooted last, or all of another one.
 */
export function contentsOf(
  memo: ContentsMemo,
  included: readonly Included[],
): Contents {
  const before = known.get(included)
  if (before !== undefined) return before
  if (!isStartOf(included, memo.included))
    Object.assign(memo, newContentsMemo())
  const { length } = memo.included
  const added = included.slice(length)
  const envelopes = added.map(({ transaction }) => envelopeOf(transaction))
  memo.transactions = appendItems(memo.transactions, length, envelopes)
  memo.receipts = appendItems(memo.receipts, length, added)
  memo.included = included
  for (const envelope of envelopes) memo.size += lengthInBlock(envelope)
  const contents = {
    transactionsRoot: merkleRoot(memo.transactions, asItIs),
    receiptsRoot: merkleRoot(memo.receipts, receiptItem),
    size: memo.size,
    logsBloom: unionOfBlooms(included.map(({ effect }) => effect.logsBloom)),
  }
  known.set(included, contents)
  return contents
}

/** An included transaction was folded over those before it, and no others. */
function isStartOf(
  included: readonly Included[],
  start: readonly Included[],
): boolean {
  const { length } = start
  return length === 0 || included[length - 1] === start[length - 1]
}

/** Its receipt as it stands in the trie of receiptsRoot. */
export function encodeIncludedReceipt(included: Included): Uint8Array {
  return viewEnclosed(receiptItem(included)).slice()
}

function receiptItem({
  transaction,
  effect,
  cumulativeGasUsed,
}: Included): Enclosed {
  const { type, nonce } = transaction
  return toReceiptItem({
    type,
    status: effect.status,
    cumulativeGasUsed,
    logsBloom: effect.logsBloom,
    logs: effect.logs,
    ...(type === 'deposit' && {
      depositNonce: BigInt(nonce),
      depositReceiptVersion: 1n,
    }),
  })
}
