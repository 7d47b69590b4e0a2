import { type Chain, lastNumber } from './chain.js'
import { append, type Lineage, replace } from './lineage.js'
import { include } from './openBlock.js'
import { baseFeeAt, type Run } from './run.js'
import { changeAccounts, type State } from './state.js'
import type { AccountsParameters } from './transaction.js'

/**
 * Changes accounts at once: in the state of latest as reads see it, and as an
 * entry of the open block, so that pending reads exactly these values.
 */
export function setAccounts(chain: Chain, changes: AccountsParameters): Chain {
  const { sealed, queue } = chain
  const { open } = include(chain.open, [{ type: 'set', changes }])
  return {
    ...chain,
    sealed: withState(chain, changeAccounts(sealed.value.state, changes)),
    open,
    queue:
      queue.projected === undefined
        ? queue
        : { ...queue, projected: undefined },
  }
}

/** The latest block alone reads the new state, those before it the old one. */
function withState({ sealed, config }: Chain, state: State): Lineage<Run> {
  const run = sealed.value
  if (state === run.state) return sealed
  if (run.count === 1) return replace(sealed, { ...run, state })
  const offset = run.count - 1
  const hash = run.memo.hashes[offset]
  return append(replace(sealed, { ...run, count: offset }), {
    ...run,
    first: lastNumber(run),
    count: 1,
    baseFeePerGas: baseFeeAt(config, run, offset),
    state,
    memo: {
      hashes: hash === undefined ? [] : [hash],
      baseFees: [],
      roots: run.memo.roots,
      read: undefined,
    },
  })
}
