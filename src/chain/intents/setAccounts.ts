import { type Chain, lastNumber } from '../blocks/chain.js'
import { contentAt } from '../blocks/contentAt.js'
import { include, type RefusedTransaction } from '../blocks/openBlock.js'
import { previewSet } from '../blocks/pool.js'
import {
  type BlockRun,
  baseFeeAt,
  gasUsedAt,
  newRunMemo,
} from '../model/blockRun.js'
import { append, type Lineage, replace } from '../model/lineage.js'
import { changeAccounts } from '../model/state.js'
import type {
  AccountsParameters,
  BlockEntry,
  Transaction,
} from '../model/transaction.js'

/**
 * Changes accounts at once: in the state of latest as reads see it, and as an
 * entry of the open block, so that pending reads exactly these values.
 */
export function setAccounts(chain: Chain, changes: AccountsParameters): Chain {
  const { open } = include(chain.open, [{ type: 'set', changes }])
  return {
    ...chain,
    sealed: withChanges(chain, changes),
    open,
    queue: previewSet(chain, changes, open),
  }
}

/** Repeats in the open block what a script did to a replaced one. */
export function repeat(chain: Chain, entries: readonly BlockEntry[]): Repeated {
  const { open, refused, waiting } = include(chain.open, entries)
  let { sealed } = chain
  for (const entry of entries)
    if (entry.type === 'set')
      sealed = withChanges({ ...chain, sealed }, entry.changes)
  return { chain: { ...chain, sealed, open }, refused, waiting }
}

type Repeated = {
  chain: Chain
  refused: readonly RefusedTransaction[]
  /** Transactions that lack a nonce now, or have no room. */
  waiting: readonly Transaction[]
}

/** The latest block alone reads the new state, those before it the old one. */
function withChanges(
  { sealed, config }: Chain,
  changes: AccountsParameters,
): Lineage<BlockRun> {
  const run = sealed.value
  const offset = run.count - 1
  const { included, committed, state: before } = contentAt(config, run, offset)
  const state = changeAccounts(before, changes)
  if (state === before) return sealed
  const changed = { ...run, included, committed, state }
  if (run.count === 1) return replace(sealed, changed)
  const { blocks, hashes, deposits, roots } = run.memo
  return append(replace(sealed, { ...run, count: offset }), {
    ...changed,
    first: lastNumber(run),
    count: 1,
    deposits: included.map(({ transaction }) => transaction),
    entries: null,
    gasUsed: gasUsedAt(run, offset),
    baseFeePerGas: baseFeeAt(config, run, offset),
    memo: {
      ...newRunMemo(),
      blocks,
      hashes: hashes.slice(offset, offset + 1),
      deposits: deposits.slice(offset, offset + 1),
      roots,
    },
  })
}
