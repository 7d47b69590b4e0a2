import type { ImportParameters } from 'preseal'
import { cadenceAt, fromNow } from './cadence.js'
import { type Chain, latestOf, nextOpen, type Sealed, tagged } from './chain.js'
import type { Config } from './config.js'
import { type Imported, importedOf } from './imported.js'
import { firstEpoch } from './l1.js'
import { movedBy } from './moved.js'
import { emptied, setsIn } from './openBlock.js'
import { type Outcome, requeue } from './requeue.js'
import { change, forget, type State } from './state.js'

/** A real block, as latest or as pending. */
export function importBlock(
  chain: Chain,
  parameters: ImportParameters,
  config: Config,
): Outcome & { imported: Imported; isPending: boolean } {
  const imported = importedOf(parameters)
  const { number, hash } = imported
  const { queue, dropped } = requeue(chain, imported.hashes)
  const { state: told = {}, as } = parameters
  const moved = (before: State) => movedBy(forget(before), imported, config)
  const waits = { ...chain, queue, drops: new Map() }
  if (number === null || hash === null || as === 'pending') {
    const base = change(moved(latestOf(chain).state), told)
    const open = emptied({ ...chain.open, base }, config)
    const setBefore = setsIn(chain.open)
    const shown = { ...waits, open: { ...open, setBefore, imported } }
    return { chain: shown, dropped, imported, isPending: true }
  }
  const kept = chain.blocks.filter((block) => block.number < number)
  const gone = chain.blocks.slice(kept.length)
  let state = (kept.at(-1) ?? (gone[0] as Sealed)).state
  const sets = [...gone, chain.open].flatMap(setsIn)
  if (gone.length > 0)
    for (const changes of sets) state = change(state, changes)
  state = change(moved(state), told)
  // Time goes on as it did, whatever the number.
  const cadences = fromNow(chain.cadences, number + 1n)
  const block: Sealed = {
    ...chain.open,
    number,
    milliseconds: imported.milliseconds,
    cadence: cadenceAt(cadences, number),
    epoch: firstEpoch(imported.milliseconds / 1_000n),
    baseFee: imported.baseFee,
    mixHash: config.mixHash,
    gasUsed: imported.gasUsed,
    blobGasUsed: imported.blobGasUsed,
    deposits: [],
    entries: [],
    setBefore: sets,
    included: [],
    state,
    committed: state,
    imported,
  }
  const below = (floor: bigint) =>
    floor < number ? floor : number === 0n ? 0n : number - 1n
  const next: Chain = {
    ...waits,
    blocks: [...kept, block],
    open: nextOpen(block, cadences, config),
    cadences,
    safe: below(chain.safe),
    finalized: below(chain.finalized),
    expected: chain.expected?.hash === hash ? null : chain.expected,
  }
  return { chain: tagged(next), dropped, imported, isPending: false }
}
