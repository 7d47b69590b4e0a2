import { lookup } from '../../base/codec/trie.js'
import { PresealError } from '../../base/errors/errors.js'
import type { BlockTag, Hash, StateSelector } from '../../base/hex/hex.js'
import {
  type BlockView,
  type Chain,
  lastNumber,
  latestNumber,
  type SealedBlock,
} from '../blocks/chain.js'
import { contentAt } from '../blocks/contentAt.js'
import { indexIn } from '../blocks/openBlock.js'
import { emptyQueue, findQueued } from '../blocks/queue.js'
import { fillIndex, type HashIndex } from '../indexes/hashIndex.js'
import { findPlace } from '../indexes/placeIndex.js'
import {
  type BlockRun,
  baseFeeAt,
  gasUsedAt,
  millisecondsAt,
} from '../model/blockRun.js'
import type { BeatsSeenBy } from '../model/config.js'
import type { ImportedBlock } from '../model/importedBlock.js'
import { type Lineage, newest } from '../model/lineage.js'
import type { State } from '../model/state.js'
import type { Included, Transaction } from '../model/transaction.js'
import { assertNoBlock, assertNoState } from './askFork.js'
import { blockHash, hashThrough, latestHash } from './blockHash.js'

/**
 * The block that a selector names, or null if there is none. The open block
 * is found by its tag only, not by its number or hash (F10 in
 * docs/reference/fidelity.md), unless it is served as `latest`.
 */
export function findBlock(
  chain: Chain,
  selector: StateSelector,
): BlockView | null {
  if (namesOpen(chain, selector)) return chain.open
  return view(chain, findSealed(chain, selector))
}

/** The sealed block of that number, whatever is served under it meanwhile. */
export function findSealedBlock(
  chain: Chain,
  number: bigint,
): SealedBlock | null {
  return view(chain, findNumber(chain, number))
}

/** The block whose state is found under a selector. */
export function findStateBlock(
  chain: Chain,
  selector: StateSelector,
): BlockView | null {
  return namesOpenState(chain, selector)
    ? chain.open
    : findBlock(chain, selector)
}

/**
 * The state after the block that a selector names.
 *
 * @throws NotRecordedError if that is before a fork.
 */
export function findState(
  chain: Chain,
  selector: StateSelector,
): State | undefined {
  if (namesOpenState(chain, selector)) return chain.open.state
  if (selector.type === 'tag' && selector.tag === 'latest') {
    assertLatest(chain)
    return stateAt(chain, chain.sealed.value)
  }
  const found = findSealed(chain, selector)
  if (found !== null) return stateAt(chain, found.run.value, found.offset)
  assertNoState(chain, selector)
  return undefined
}

function stateAt(
  { config }: Chain,
  run: BlockRun,
  offset: number = run.count - 1,
): State {
  return contentAt(config, run, offset).state
}

export type FoundTransaction =
  | { type: 'included'; block: BlockView; included: Included }
  | { type: 'imported'; imported: ImportedBlock; index: number }

export function hashOf(found: FoundTransaction): Hash {
  if (found.type === 'included') return found.included.transaction.hash
  const { imported, index } = found
  const { hash } = imported.transactions[index] as { hash: Hash }
  return hash
}

/** A transaction and its block: sealed ones first, then the open one's. */
export function findTransaction(
  chain: Chain,
  hash: Hash,
): FoundTransaction | null {
  const place = findPlace(chain, hash)
  if (place !== undefined) {
    const block = findSealedBlock(chain, place.number)
    const found = block && transactionAt(block, place.transactionIndex)
    if (found) return found
  }
  const { open } = chain
  if (seenBy(chain) === 'none') return findOpening(chain, hash)
  const index =
    open.imported === undefined
      ? (indexIn(open, hash) ?? -1)
      : open.imported.transactions.findIndex((one) => one.hash === hash)
  return transactionAt(open, index) ?? findOpening(chain, hash)
}

/** One in the block that is being built, whoever sees that block. */
export function findOpen(
  { open }: Pick<Chain, 'open'>,
  hash: Hash,
): Transaction | undefined {
  return open.included[indexIn(open, hash) ?? -1]?.transaction
}

/** Whether a transaction waits, is in the open block, or is sealed. */
export function isKnown(chain: Chain, hash: Hash): boolean {
  return (
    findPlace(chain, hash) !== undefined ||
    findQueued(chain.queue, hash) !== undefined ||
    findOpen(chain, hash) !== undefined
  )
}

/**
 * The transaction at that index of a block that a selector names.
 *
 * @throws NotRecordedError
 */
export function findByIndex(
  chain: Chain,
  [selector, index]: readonly [StateSelector, bigint],
): FoundTransaction | null {
  const block = findBlock(chain, selector)
  if (block === null) assertNoBlock(chain, selector)
  return block && transactionAt(block, Number(index))
}

/** Deposits that open idle blocks have no place of their own. */
function findOpening(chain: Chain, hash: Hash): FoundTransaction | null {
  if (chain.config.l1Attributes === null) return null
  const number = numberOf(chain, 'deposits', hash)
  const block = number === undefined ? null : findSealedBlock(chain, number)
  const index =
    block?.included.findIndex((one) => one.transaction.hash === hash) ?? -1
  return block === null ? null : transactionAt(block, index)
}

/** The transaction at that index of a block. */
export function transactionAt(
  block: BlockView,
  index: number,
): FoundTransaction | null {
  const { imported } = block
  if (imported !== undefined)
    return imported.transactions[index] === undefined
      ? null
      : { type: 'imported', imported, index }
  const included = block.included[index]
  return included === undefined ? null : { type: 'included', block, included }
}

type Found = { run: Lineage<BlockRun>; offset: number }

function findSealed(chain: Chain, selector: StateSelector): Found | null {
  switch (selector.type) {
    case 'tag':
      assertLatest(chain)
      return findNewest(chain, taggedNumber(chain, selector.tag))
    case 'number':
      return findNumber(chain, selector.number)
    case 'hash':
      return findHash(chain, selector.hash)
  }
}

/** The number that a tag stands for, held or not. */
export function taggedNumber(chain: Chain, tag: BlockTag): bigint {
  const latest = latestNumber(chain)
  switch (tag) {
    case 'safe':
      return behind(latest, chain.config.finalityLag.safe, chain.floors.safe)
    case 'finalized':
      return behind(
        latest,
        chain.config.finalityLag.finalized,
        chain.floors.finalized,
      )
    case 'earliest':
      return 0n
    default:
      return latest
  }
}

/**
 * Genesis while the chain is shorter than the lag; never moves back (F12 in
 * docs/reference/fidelity.md).
 */
function behind(latest: bigint, lag: number, floor: bigint): bigint {
  const number = latest - BigInt(lag)
  return number < floor ? floor : number
}

function findNumber(chain: Chain, number: bigint): Found | null {
  const found = findNewest(chain, number)
  return found !== null && number <= lastNumber(found.run.value) ? found : null
}

/** The newest block at or under a number: before imports lie gaps. */
function findNewest(chain: Chain, number: bigint): Found | null {
  const run = newest(chain.sealed, ({ first }) => first <= number)
  if (run === null) return null
  const { first, count } = run.value
  return { run, offset: Math.min(Number(number - first), count - 1) }
}

function findHash(chain: Chain, hash: Hash): Found | null {
  const number = lookup(chain.imports, hash) ?? numberOf(chain, 'hashes', hash)
  const found = number === undefined ? null : findNumber(chain, number)
  return found !== null && hashThrough(chain, found.run, found.offset) === hash
    ? found
    : null
}

/** The number under which a sealed block may be that has this hash. */
function numberOf(
  chain: Chain,
  of: keyof HashIndex['numbers'],
  hash: Hash,
): bigint | undefined {
  const { hashIndex } = chain.memo
  const known = hashIndex.numbers[of].get(hash)
  if (known !== undefined) return known
  hashAll(chain)
  fillIndex(hashIndex, chain.sealed)
  return hashIndex.numbers[of].get(hash)
}

/**
 * An imported block's hash does not depend on earlier blocks, so they are
 * hashed too.
 */
function hashAll(chain: Chain): void {
  let link: Lineage<BlockRun> | null = chain.sealed
  while (link !== null) {
    const run: BlockRun = link.value
    hashThrough(chain, link, run.count - 1)
    link = newest(link, ({ first }) => first < run.origin.number)
  }
}

function view(chain: Chain, found: Found | null): SealedBlock | null {
  if (found === null) return null
  const { run, offset } = found
  const { value } = run
  const { included, state } = contentAt(chain.config, value, offset)
  const milliseconds = millisecondsAt(value, offset)
  return {
    status: 'sealed',
    number: value.first + BigInt(offset),
    timestamp: milliseconds / 1_000n,
    timestampMs: value.deposits.length > 1 ? milliseconds : undefined,
    baseFeePerGas: baseFeeAt(chain.config, value, offset),
    gasLimit: value.gasLimit,
    gasUsed: gasUsedAt(value, offset),
    blobGasUsed: value.blobGasUsed,
    included,
    state,
    imported: value.imported,
    run,
    offset,
  }
}

/** The reads that see the open block. */
export function seenBy({ open }: Chain): BeatsSeenBy {
  return open.origin.cadence.beatsSeenBy
}

/**
 * Whether transactions wait in the pool until their block is sealed, where they
 * can be replaced, whatever the node has of that block by then.
 */
export function keepsPool(chain: Chain): boolean {
  return chain.config.receipts === 'atSeal' || seenBy(chain) === 'none'
}

/**
 * The same chain to look into, with an open block that `pending` names, and
 * receipts of it.
 */
export function showOpen(chain: Chain): Chain {
  const { open } = chain
  const config = { ...chain.config, receipts: 'everyBeat' as const }
  const cadence = { ...open.origin.cadence, beatsSeenBy: 'pending' as const }
  const origin = { ...open.origin, cadence }
  return { ...chain, config, open: { ...open, origin } }
}

/** The same chain to look transactions up in, with none that is not sealed. */
export function hideOpen(chain: Chain): Chain {
  return {
    ...chain,
    queue: emptyQueue,
    open: {
      ...chain.open,
      included: [],
      imported: undefined,
    },
  }
}

/** Whether a selector names the open block. */
export function namesOpen(chain: Chain, selector: StateSelector): boolean {
  const beatsSeenBy = seenBy(chain)
  if (selector.type === 'tag' && selector.tag === 'pending')
    return beatsSeenBy !== 'none'
  if (beatsSeenBy !== 'latest') return false
  switch (selector.type) {
    case 'tag':
      return selector.tag === 'latest'
    case 'number':
      return selector.number === headNumber(chain)
    case 'hash':
      return selector.hash === shownHash(chain)
  }
}

function shownHash(chain: Chain): Hash | null {
  const { open } = chain
  return open.imported === undefined
    ? blockHash(chain, open)
    : open.imported.hash
}

/** The same of the state, which a chain may show before its block. */
function namesOpenState(chain: Chain, selector: StateSelector): boolean {
  const isLatest = selector.type === 'tag' && selector.tag === 'latest'
  return (
    (isLatest && seenBy(chain) === 'latestState') || namesOpen(chain, selector)
  )
}

/** The number of the block that `latest` is. */
export function headNumber(chain: Chain): bigint {
  const { open } = chain
  return seenBy(chain) === 'latest'
    ? (open.imported?.number ?? open.number)
    : latestNumber(chain)
}

/**
 * Says which block is latest when only its hash is known, as of the parents of
 * pending blocks. Until it is imported, neither latest nor a block counted from
 * it can be read.
 */
export function announceBlock(chain: Chain, hash: Hash): Chain {
  const expected = latestHash(chain) === hash ? null : hash
  return { ...chain, expected }
}

/** @throws UnknownStateError if the latest block is not held. */
export function assertLatest({ expected }: Chain): void {
  if (expected !== null) throw missingBlockError(expected)
}

function missingBlockError(hash: Hash): PresealError<'UnknownStateError'> {
  return new PresealError(
    'UnknownStateError',
    `Only the hash of the latest block, ${hash}, is known. Import the block with node.importBlock or a step of type "importBlock", or read "pending".`,
    { reason: 'announced' },
  )
}
