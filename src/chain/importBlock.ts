import type { Hash } from '../hex/hex.js'
import { type Happening, opening } from './beat.js'
import { latestHash } from './blockHash.js'
import { type Chain, lastNumber, latestNumber } from './chain.js'
import {
  createImportedBlock,
  type ImportedBlock,
  type ImportParameters,
} from './importedBlock.js'
import { append, type Lineage, replace } from './lineage.js'
import { emptyQueue, listEntries, openBlock, type Queue } from './openBlock.js'
import { contentAt, nextOpenBlock, scripted } from './opening.js'
import { newRunMemo, type Run } from './run.js'
import { changeAccounts, type State, toPartial } from './state.js'
import { insert, lookup, remove, type Trie } from './trie.js'

/** What an imported block is to the chain. */
export type Imported = {
  /** Null where the JSON of a pending block says no number. */
  number: bigint | null
  /** Null where the JSON of a pending block says none. */
  hash: Hash | null
  /** False where it replaced blocks, or the block before has another hash. */
  links: boolean
}

/**
 * Makes a real node's block the latest one, or the pending one where it has no
 * hash or `as` says so. What was pre-confirmed goes back to the queue; all state that nothing
 * was said about is not known from there on.
 */
export function importBlock(
  chain: Chain,
  parameters: ImportParameters,
): { chain: Chain; imported: Imported; happened: Happening[] } {
  const block = createImportedBlock(parameters)
  const { number, hash } = block
  const imported = { number, hash, links: links(chain, block) }
  const { queue, happened } = requeue(chain, block)
  const { state = {}, as } = parameters
  if (number === null || hash === null || as === 'pending') {
    const base = changeAccounts(toPartial(latestState(chain)), state)
    const open = openBlock({ ...chain.open, base, imported: block })
    return { chain: { ...chain, open, queue }, imported, happened }
  }

  const kept = keepBelow(chain, number)
  const after = changeAccounts(toPartial(kept.state), state)
  const sealed = append<Run>(kept.sealed, {
    first: number,
    count: 1,
    origin: { number, timestamp: block.timestamp },
    baseFeePerGas: block.baseFeePerGas,
    gasUsed: block.gasUsed,
    blobGasUsed: block.blobGasUsed,
    included: [],
    committed: after,
    state: after,
    imported: block,
    memo: { ...newRunMemo(), hashes: [hash] },
  })
  const places = block.transactions.map(({ hash }, transactionIndex) => ({
    hash,
    place: { number, transactionIndex },
  }))
  const open = nextOpenBlock(chain.config, sealed.value)
  return {
    chain: {
      ...chain,
      sealed,
      open,
      queue,
      places: places.reduce(
        (known, { hash, place }) => insertFirst(known, hash, place),
        kept.places,
      ),
      imports: insertFirst(kept.imports, hash, number),
      expected: chain.expected === hash ? null : chain.expected,
    },
    imported,
    happened: [...happened, ...opening(open)],
  }
}

function links(chain: Chain, { number, parentHash }: ImportedBlock): boolean {
  const latest = latestNumber(chain)
  if (number !== null && number <= latest) return false
  if (number !== null && number > latest + 1n) return true
  return latestHash(chain) === parentHash
}

type Kept = Pick<Chain, 'places' | 'imports'> & {
  sealed: Lineage<Run> | null
  /** After the newest block that is kept, the open block's sets applied. */
  state: State
}

/** What stays once the blocks from a number on are replaced. */
function keepBelow(chain: Chain, number: bigint): Kept {
  let { places, imports } = chain
  let sealed: Lineage<Run> | null = chain.sealed
  let state = latestState(chain)
  if (lastNumber(sealed.value) < number)
    return { sealed, state, places, imports }

  while (sealed !== null && lastNumber(sealed.value) >= number) {
    const run: Run = sealed.value
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
    } else sealed = sealed.parent
  }
  if (sealed !== null) state = stateOf(chain, sealed.value)
  for (const entry of listEntries(chain.open))
    if (entry.type === 'set') state = changeAccounts(state, entry.changes)
  return { sealed, state, places, imports }
}

function latestState(chain: Chain): State {
  return stateOf(chain, chain.sealed.value)
}

/** After the last block of a run. */
function stateOf({ config }: Chain, run: Run): State {
  return contentAt(config, run, run.count - 1).state
}

function hashesIn({ imported, included }: Run): Hash[] {
  return imported === undefined
    ? included.map(({ transaction }) => transaction.hash)
    : imported.transactions.map(({ hash }) => hash)
}

/** Of several blocks with the same transaction, it is found in the oldest. */
function insertFirst<value>(
  trie: Trie<value>,
  hash: Hash,
  value: value,
): Trie<value> {
  return lookup(trie, hash) === undefined ? insert(trie, hash, value) : trie
}

/** Takes back to the queue what was pre-confirmed, but what is imported. */
function requeue(
  { open, queue }: Chain,
  block: ImportedBlock,
): { queue: Queue; happened: Happening[] } {
  const drops = new Set(queue.drops)
  const imported = new Set(block.transactions.map(({ hash }) => hash))
  const waiting = [
    ...scripted(open).map(({ transaction }) => transaction),
    ...queue.transactions,
  ]
  const transactions = waiting.filter(
    ({ hash }) => !drops.has(hash) && !imported.has(hash),
  )
  return {
    queue:
      transactions.length === 0
        ? emptyQueue
        : { drops: [], transactions, projected: undefined },
    happened: waiting
      .filter(({ hash }) => drops.has(hash))
      .map((transaction) => ({
        type: 'dropped',
        transaction,
        reason: 'requested',
      })),
  }
}
