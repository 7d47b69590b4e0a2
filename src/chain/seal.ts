import { type Chain, nextOpenBlock, type Place } from './chain.js'
import { append, type Lineage, replace } from './lineage.js'
import type { OpenBlock } from './openBlock.js'
import { newRunMemo, type Run } from './run.js'
import type { Included } from './transaction.js'
import { insert, type Trie } from './trie.js'

/** Seals the open block as it stands, then as many idle ones as asked for. */
export function seal(chain: Chain, blocks = 1): Chain {
  const first = sealOpen(chain)
  return blocks === 1 ? first : sealIdle(first, blocks - 1)
}

function sealOpen(chain: Chain): Chain {
  const { open, config } = chain
  const sealed = extend(chain.sealed, {
    first: open.number,
    count: 1,
    origin: chain.sealed.value.origin,
    baseFeePerGas: open.baseFeePerGas,
    gasUsed: open.gasUsed,
    blobGasUsed: open.blobGasUsed,
    included: open.included,
    committed: open.state,
    state: open.state,
    imported: undefined,
  })
  return {
    ...chain,
    sealed,
    open: nextOpenBlock(config, sealed.value),
    places: place(chain.places, open),
  }
}

function sealIdle(chain: Chain, count: number): Chain {
  const { open, config } = chain
  const sealed = extend(chain.sealed, {
    first: open.number,
    count,
    origin: chain.sealed.value.origin,
    baseFeePerGas: open.baseFeePerGas,
    gasUsed: 0n,
    blobGasUsed: 0n,
    included: noTransactions,
    committed: open.state,
    state: open.state,
    imported: undefined,
  })
  return { ...chain, sealed, open: nextOpenBlock(config, sealed.value) }
}

const noTransactions: readonly Included[] = []

/** Idle blocks over the same state lengthen the run they follow. */
function extend(sealed: Lineage<Run>, next: Omit<Run, 'memo'>): Lineage<Run> {
  const run = sealed.value
  return isIdle(run) && isIdle(next) && run.state === next.committed
    ? replace(sealed, { ...run, count: run.count + next.count })
    : append(sealed, { ...next, memo: newRunMemo() })
}

/** Genesis differs from idle blocks by what it has for a parent. */
function isIdle(run: Omit<Run, 'memo'>): boolean {
  return (
    run.included.length === 0 &&
    run.committed === run.state &&
    run.first > 0n &&
    run.imported === undefined
  )
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
