import { insert, type Trie } from '../../base/codec/trie.js'
import type { Chain, Place } from '../blocks/chain.js'
import { contentAt } from '../blocks/nextOpenBlock.js'
import type { OpenBlock } from '../blocks/openBlock.js'
import { openNext } from '../lookup/openNext.js'
import {
  type BlockRun,
  baseFeeAt,
  isIdle,
  newRunMemo,
  type RunMemo,
} from '../model/blockRun.js'
import { append, type Lineage, replace } from '../model/lineage.js'
import type { Included } from '../model/transaction.js'

/** Seals the open block as it stands, then as many idle ones as asked for. */
export function seal(chain: Chain, blocks = 1): Chain {
  if (chain.open.entries === null) return sealIdle(chain, blocks)
  const first = sealOpen(chain)
  return blocks === 1 ? first : sealIdle(first, blocks - 1)
}

function sealOpen(chain: Chain): Chain {
  const { open } = chain
  // Few sealed blocks are read again: strings of all would fill the memory.
  for (const included of open.included) included.text = undefined
  const run = {
    first: open.number,
    count: 1,
    origin: open.origin,
    baseFeePerGas: open.baseFeePerGas,
    gasLimit: open.gasLimit,
    miner: open.miner,
    gasUsed: open.gasUsed,
    blobGasUsed: open.blobGasUsed,
    included: open.included,
    openings: open.openings,
    entries: open.entries,
    mixHash: open.mixHash,
    committed: open.state,
    state: open.state,
    imported: undefined,
  }
  const sealed = extend(chain, run, newRunMemo)
  return {
    ...chain,
    sealed,
    open: openNext(chain, sealed),
    places: place(chain.places, open),
  }
}

/** Seals as many blocks to which nothing happened, of whatever cadences. */
function sealIdle(chain: Chain, blocks: number): Chain {
  let next = chain
  for (let left = blocks; left > 0; ) {
    const count = Math.min(left, blocksInCadence(next))
    next = sealRun(next, count)
    left -= count
  }
  return next
}

/** How many blocks from the open one on have its cadence. */
function blocksInCadence({ config, open }: Chain): number {
  const later = config.cadences.filter(({ from }) => from > open.number).at(-1)
  return later === undefined
    ? Number.POSITIVE_INFINITY
    : Number(later.from - open.number)
}

function sealRun(chain: Chain, count: number): Chain {
  const { open } = chain
  const run = {
    first: open.number,
    count,
    origin: open.origin,
    baseFeePerGas: open.baseFeePerGas,
    gasLimit: open.gasLimit,
    miner: open.miner,
    gasUsed: open.gasUsed,
    blobGasUsed: 0n,
    included: noTransactions,
    openings: open.openings,
    entries: null,
    mixHash: open.mixHash,
    committed: open.base,
    state: open.base,
    imported: undefined,
  }
  const sealed = extend(chain, run, () => idleMemo(chain))
  return { ...chain, sealed, open: openNext(chain, sealed) }
}

/**
 * Idle blocks after the same open block are the same blocks, whoever passes
 * that time again to look at an instant: they are hashed once.
 */
function idleMemo({ sealed, open }: Chain): RunMemo {
  const { memo } = sealed.value
  if (memo.idle?.after !== open) memo.idle = { after: open, memo: newRunMemo() }
  return memo.idle.memo
}

const noTransactions: readonly Included[] = []

/** Idle blocks over the same state lengthen the run they follow. */
function extend(
  { sealed, config }: Chain,
  next: Omit<BlockRun, 'memo'>,
  memo: () => RunMemo,
): Lineage<BlockRun> {
  const run = sealed.value
  const follows =
    isIdle(run) &&
    isIdle(next) &&
    run.origin === next.origin &&
    run.gasLimit === next.gasLimit &&
    run.miner === next.miner &&
    run.mixHash === next.mixHash &&
    baseFeeAt(config, run, run.count) === next.baseFeePerGas &&
    contentAt(config, run, run.count - 1).state === next.committed
  return follows
    ? replace(sealed, { ...run, count: run.count + next.count })
    : append(sealed, { ...next, memo: memo() })
}

function place(places: Trie<Place>, open: OpenBlock): Trie<Place> {
  return open.included.reduce(
    (known, { transaction, transactionIndex }) =>
      insert(known, transaction.hash, {
        number: open.number,
        transactionIndex,
      }),
    places,
  )
}
