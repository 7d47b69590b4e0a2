import { insert, lookup, type Trie } from '../../base/codec/trie.js'
import type { Hash } from '../../base/hex/hex.js'
import { type Chain, type Effect, latestNumber } from '../blocks/chain.js'
import { openBlock } from '../blocks/openBlock.js'
import { moveAccounts } from '../imports/moveAccounts.js'
import { latestHash, openNext } from '../lookup/blockHash.js'
import { taggedNumber } from '../lookup/find.js'
import { importedRun } from '../lookup/recordedRuns.js'
import { cadencesFrom } from '../model/config.js'
import {
  createImportedBlock,
  type ImportedBlock,
  type ImportParameters,
} from '../model/importedBlock.js'
import { append } from '../model/lineage.js'
import { changeAccounts, type State, toPartial } from '../model/state.js'
import { setsIn } from '../model/transaction.js'
import { keepBelow, latestState, requeue } from './reorg.js'

/** An imported block and its place in the chain. */
export type Imported = {
  /** Null if the JSON of a pending block has no number. */
  number: bigint | null
  /** Null if the JSON of a pending block has no hash. */
  hash: Hash | null
  /**
   * False if it replaced blocks, or if the block before it has another hash.
   */
  links: boolean
}

/** The state before that of `state`, if all of it is known. */
export type WholeState = { readonly whole?: State }

/**
 * Makes a real node's block the latest one, or the pending one if it has no
 * hash or `as` says so. Pre-confirmations return to the queue; all state that
 * nobody gave is unknown from there on.
 */
export function importBlock(
  chain: Chain,
  parameters: ImportParameters & WholeState,
): {
  chain: Chain
  imported: Imported
  effects: readonly Effect[]
} {
  const block = createImportedBlock(parameters)
  const { number, hash } = block
  const imported = { number, hash, links: links(chain, block) }
  const held = new Set(block.transactions.map(({ hash }) => hash))
  const { queue, effects } = requeue(chain, { held })
  const { state = {}, as } = parameters
  const moved = (before: State) =>
    parameters.whole ??
    moveAccounts(toPartial(before), chain.config, block, parameters)
  if (number === null || hash === null || as === 'pending') {
    const base = changeAccounts(moved(latestState(chain)), state)
    const shown = openBlock({ ...chain.open, base, imported: block })
    // Latest has them already, and so has what is shown over it.
    const open = { ...shown, entries: setsIn(chain.open.entries) }
    return { chain: { ...chain, open, queue }, imported, effects }
  }

  const kept = keepBelow(chain, number)
  const after = changeAccounts(moved(kept.state), state)
  const run = importedRun(chain.config, block, {
    first: number,
    hash,
    milliseconds: block.milliseconds,
    entries: kept.sets,
    state: after,
  })
  const sealed = append(kept.sealed, run)
  // Cadences for blocks to come hold for those after it.
  const cadences = cadencesFrom(chain.config.cadences, number + 1n)
  const config = { ...chain.config, cadences }
  const open = openNext({ ...chain, config }, sealed)
  return {
    chain: {
      ...chain,
      config,
      sealed,
      open,
      queue,
      floors: floorsUnder(chain, number),
      imports: insertFirst(kept.imports, hash, number),
      expected: chain.expected === hash ? null : chain.expected,
    },
    imported,
    effects,
  }
}

function links(chain: Chain, { number, parentHash }: ImportedBlock): boolean {
  const latest = latestNumber(chain)
  if (number !== null && number <= latest) return false
  if (number !== null && number > latest + 1n) return true
  return latestHash(chain) === parentHash
}

/** Safe and final blocks stay so, unless they are replaced. */
function floorsUnder(chain: Chain, number: bigint): Chain['floors'] {
  const under = (tag: 'safe' | 'finalized') => {
    const before = taggedNumber(chain, tag)
    if (before < number) return before
    return number > 0n ? number - 1n : 0n
  }
  return { safe: under('safe'), finalized: under('finalized') }
}

/** If several blocks hold the same transaction, it is found in the oldest. */
function insertFirst<value>(
  trie: Trie<value>,
  hash: Hash,
  value: value,
): Trie<value> {
  return lookup(trie, hash) === undefined ? insert(trie, hash, value) : trie
}
