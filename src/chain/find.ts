import type { Hash } from '../hex/hex.js'
import type { BlockTag, StateSelector } from '../hex/selector.js'
import { hashThrough } from './blockHash.js'
import type { BlockView, SealedBlock } from './chain.js'
import { type Chain, lastNumber, latestNumber } from './chain.js'
import { type Lineage, newest } from './lineage.js'
import { baseFeeAt, type Run, timestampAt } from './run.js'
import type { State } from './state.js'
import type { Included } from './transaction.js'
import { lookup } from './trie.js'

/**
 * The block that a selector names, or null where there is none. The open
 * block answers to its tag alone, not to its number or hash (F10).
 */
export function findBlock(
  chain: Chain,
  selector: StateSelector,
): BlockView | null {
  if (selector.type === 'tag' && selector.tag === 'pending') return chain.open
  const found = findSealed(chain, selector)
  return found === null ? null : view(chain, found.run, found.offset)
}

/** The state after the block that a selector names. */
export function findState(
  chain: Chain,
  selector: StateSelector,
): State | undefined {
  if (selector.type === 'tag') {
    if (selector.tag === 'latest') return chain.sealed.value.state
    if (selector.tag === 'pending') return chain.open.state
  }
  return findSealed(chain, selector)?.run.value.state
}

/** A transaction and its block: sealed ones first, then the open one's. */
export function findTransaction(
  chain: Chain,
  hash: Hash,
): { block: BlockView; included: Included } | null {
  const place = lookup(chain.places, hash)
  if (place !== undefined) {
    const block = findBlock(chain, { type: 'number', number: place.number })
    const included = block?.included[place.transactionIndex]
    if (block && included) return { block, included }
  }
  const { open } = chain
  const included = open.included.find(
    (candidate) => candidate.transaction.hash === hash,
  )
  return included === undefined ? null : { block: open, included }
}

type Found = { run: Lineage<Run>; offset: number }

function findSealed(chain: Chain, selector: StateSelector): Found | null {
  switch (selector.type) {
    case 'tag':
      return findNumber(chain, taggedNumber(chain, selector.tag))
    case 'number':
      return findNumber(chain, selector.number)
    case 'hash':
      return findHash(chain, selector.hash)
  }
}

function taggedNumber(chain: Chain, tag: BlockTag): bigint {
  const latest = latestNumber(chain)
  switch (tag) {
    case 'safe':
      return behind(latest, chain.config.safeLag)
    case 'finalized':
      return behind(latest, chain.config.finalizedLag)
    case 'earliest':
      return 0n
    default:
      return latest
  }
}

/** Where the chain is younger than the lag: genesis (F12). */
function behind(latest: bigint, lag: number): bigint {
  const number = latest - BigInt(lag)
  return number < 0n ? 0n : number
}

function findNumber(chain: Chain, number: bigint): Found | null {
  const run = newest(chain.sealed, ({ first }) => first <= number)
  if (run === null || number > lastNumber(run.value)) return null
  return { run, offset: Number(number - run.value.first) }
}

function findHash(chain: Chain, hash: Hash): Found | null {
  const { numbers } = chain.memo
  if (!numbers.has(hash))
    hashThrough(chain, chain.sealed, chain.sealed.value.count - 1)
  const number = numbers.get(hash)
  const found = number === undefined ? null : findNumber(chain, number)
  return found !== null && hashThrough(chain, found.run, found.offset) === hash
    ? found
    : null
}

function view(chain: Chain, run: Lineage<Run>, offset: number): SealedBlock {
  const { value } = run
  return {
    status: 'sealed',
    number: value.first + BigInt(offset),
    timestamp: timestampAt(chain.config, value, offset),
    baseFeePerGas: baseFeeAt(chain.config, value, offset),
    gasUsed: value.gasUsed,
    blobGasUsed: value.blobGasUsed,
    included: value.included,
    state: value.state,
    run,
    offset,
  }
}
