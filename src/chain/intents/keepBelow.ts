import { lookup, remove } from '../../base/codec/trie.js'
import { type Chain, lastNumber } from '../blocks/chain.js'
import { contentAt } from '../blocks/nextOpenBlock.js'
import { type BlockRun, hashesIn } from '../model/blockRun.js'
import { type BlockEntries, listEntries, setsIn } from '../model/entries.js'
import { type Lineage, replace } from '../model/lineage.js'
import { changeAccounts, type State } from '../model/state.js'

type KeptBlocks = Pick<Chain, 'places' | 'imports'> & {
  sealed: Lineage<BlockRun> | null
  /**
   * Accounts that the script set in the blocks that are replaced, and since.
   */
  sets: BlockEntries
  /** After the newest block that is kept, with all that is set in it. */
  state: State
}

/** The part that stays once the blocks from a number on are replaced. */
export function keepBelow(chain: Chain, number: bigint): KeptBlocks {
  let { places, imports } = chain
  let sealed: Lineage<BlockRun> | null = chain.sealed
  let state = latestState(chain)
  if (lastNumber(sealed.value) < number) {
    const sets = setsIn(chain.open.entries)
    return { sealed, sets, state, places, imports }
  }

  const replaced = [chain.open.entries]
  while (sealed !== null && lastNumber(sealed.value) >= number) {
    const run: BlockRun = sealed.value
    state = run.state
    for (const hash of hashesIn(run))
      if ((lookup(places, hash)?.number ?? -1n) >= number)
        places = remove(places, hash)
    const hash = run.imported?.hash
    if (hash && (lookup(imports, hash) ?? -1n) >= number)
      imports = remove(imports, hash)
    if (run.first < number) {
      const count = Number(number - run.first)
      sealed = replace(sealed, { ...run, count })
    } else {
      replaced.push(run.entries)
      sealed = sealed.parent
    }
  }
  if (sealed !== null) state = stateOf(chain, sealed.value)
  const sets = replaced.reduceRight<BlockEntries>(
    (before, entries) => setsIn(entries, before),
    null,
  )
  for (const entry of listEntries(sets))
    if (entry.type === 'set') state = changeAccounts(state, entry.changes)
  return { sealed, sets, state, places, imports }
}

export function latestState(chain: Chain): State {
  return stateOf(chain, chain.sealed.value)
}

/** After the last block of a run. */
function stateOf({ config }: Chain, run: BlockRun): State {
  return contentAt(config, run, run.count - 1).state
}
