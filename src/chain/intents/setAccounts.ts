import { type Chain, lastNumber } from '../chain.js'
import { append, type Lineage, replace } from '../lineage.js'
import { contentAt } from '../nextOpenBlock.js'
import { include } from '../openBlock.js'
import { baseFeeAt, newRunMemo, type Run } from '../run.js'
import { changeAccounts } from '../state.js'
import type { AccountsParameters } from '../transaction.js'

/**
 * Changes accounts at once: in the state of latest as reads see it, and as an
 * entry of the open block, so that pending reads exactly these values.
 */
export function setAccounts(chain: Chain, changes: AccountsParameters): Chain {
  const { queue } = chain
  const { open } = include(chain.open, [{ type: 'set', changes }])
  return {
    ...chain,
    sealed: withChanges(chain, changes),
    open,
    queue:
      queue.projected === undefined
        ? queue
        : { ...queue, projected: undefined },
  }
}

/** The latest block alone reads the new state, those before it the old one. */
function withChanges(
  { sealed, config }: Chain,
  changes: AccountsParameters,
): Lineage<Run> {
  const run = sealed.value
  const offset = run.count - 1
  const { included, committed, state: before } = contentAt(config, run, offset)
  const state = changeAccounts(before, changes)
  if (state === before) return sealed
  const changed = { ...run, included, committed, state }
  if (run.count === 1) return replace(sealed, changed)
  const hash = run.memo.hashes[offset]
  return append(replace(sealed, { ...run, count: offset }), {
    ...changed,
    first: lastNumber(run),
    count: 1,
    baseFeePerGas: baseFeeAt(config, run, offset),
    memo: {
      ...newRunMemo(),
      hashes: hash === undefined ? [] : [hash],
      roots: run.memo.roots,
    },
  })
}
