import { keccak256 } from 'ethers'
import type { Hex, ImportParameters, Step } from 'preseal'
import {
  asEntries,
  type Chain,
  latestOf,
  nextOpen,
  type Sealed,
  seal,
  set,
  setInLatest,
  tagged,
} from './chain.js'
import type { Config } from './config.js'
import { Refused } from './errors.js'
import { type Imported, importedOf } from './imported.js'
import {
  type Dropped,
  type Entry,
  emptied,
  fold,
  scripted,
  setsIn,
} from './openBlock.js'
import { meet } from './known.js'
import { change, forget } from './state.js'
import { effectOf, type Transaction } from './transaction.js'

/** What became of transactions on the way. */
export type Drop = {
  transaction: Transaction
  reason: 'requested' | 'omitted' | Dropped['reason']
}
type Outcome = { chain: Chain; dropped: Drop[] }
type StepOf<type> = Extract<Step, { type: type }>

const because =
  (reason: Drop['reason']) =>
  (transaction: Transaction): Drop => ({ transaction, reason })

const isNamed =
  (names: readonly string[]) =>
  ({ hash, label = '' }: Transaction) =>
    names.includes(hash) || names.includes(label)

/** What was pre-confirmed waits again, before what waited already. */
function requeue(chain: Chain, held: readonly Hex[] = []) {
  const all = [...scripted(chain.open), ...chain.queue]
  const isDropped = ({ hash }: Transaction) => chain.drops.includes(hash)
  return {
    queue: all.filter((one) => !isDropped(one) && !held.includes(one.hash)),
    dropped: all.filter(isDropped).map(because('requested')),
  }
}

/** Other blocks in the place of the newest ones, of another branch. */
export function reorg(
  chain: Chain,
  { depth, omit }: StepOf<'reorg'>,
  config: Config,
): Outcome {
  const latest = latestOf(chain)
  const first = latest.number - BigInt(depth) + 1n
  const kept = chain.blocks.filter(({ number }) => number < first)
  const parent = kept.at(-1)
  if (first < 1n || parent === undefined) throw new Refused('ReorgTooDeepError')
  const gone = chain.blocks.slice(kept.length)
  if (gone.some(({ imported }) => imported !== null))
    throw new Refused('ImportedReorgError')

  const mixHash = keccak256(latest.mixHash) as Hex
  const dropped: Drop[] = []
  const isOmitted =
    omit === undefined ? () => true : isNamed(omit)
  let next: Chain = {
    ...chain,
    blocks: kept,
    open: { ...nextOpen(parent, config), mixHash },
    queue: [],
    drops: [],
  }
  for (const block of gone) {
    const omitted = scripted(block).filter(isOmitted)
    const entries = [
      ...block.setBefore.map((set) => ({ set })),
      ...block.entries.filter(
        (entry) => 'set' in entry || !omitted.includes(entry.transaction),
      ),
    ]
    // What was set while the block was open was set in the one before it, too.
    const sets = setsIn(block)
    if (sets.length > 0) meet('setsLost')
    const folded = fold(next.open, entries, config)
    dropped.push(...omitted.map(because('omitted')), ...folded.refused)
    next = seal(
      {
        ...setInLatest(next, sets),
        open: folded.open,
        queue: [...next.queue, ...folded.waiting],
      },
      config,
    )
  }
  const pending = requeue(chain)
  dropped.push(...pending.dropped)
  next = { ...next, queue: [...next.queue, ...pending.queue] }
  if (chain.open.setBefore.length > 0) meet('setsLost')
  for (const changes of setsIn(chain.open)) next = set(next, changes, config)
  return { chain: next, dropped }
}

/** The open block as it is to be sealed. */
export function sealAs(
  chain: Chain,
  { order = [], omit = [], amend = [] }: Omit<StepOf<'sealAs'>, 'at' | 'type'>,
  config: Config,
): Outcome {
  const inBlock = scripted(chain.open)
  const find = (name: string) => {
    const found = inBlock.find(isNamed([name]))
    if (found === undefined) throw new Refused('NotPendingError')
    return found
  }
  const findAll = (names: readonly string[]) => {
    const found = names.map(find)
    if (new Set(found).size < found.length) throw new Refused('NamedTwiceError')
    return found
  }
  const omitted = findAll(omit)
  const changed = findAll(amend.map(({ transaction }) => transaction))
  const amended = new Map(
    changed.map((before, index) => {
      const by = amend[index] as (typeof amend)[number]
      const { logs, changes } = by.status === 'reverted' ? {} : before.effect
      const effect = effectOf({
        ...before.effect,
        status: by.status ?? before.effect.status,
        gasUsed: by.gasUsed ?? before.effect.gasUsed,
        logs: (by.logs ?? logs ?? []) as [],
        changes: by.changes ?? changes ?? {},
      })
      if (effect.gasUsed > before.gas) throw new Refused('AmendedGasError')
      return [before, { ...before, effect }] as const
    }),
  )
  const turns = findAll(order)
  const inTurn = new Set(turns)
  const entries = chain.open.entries.map((entry): Entry => {
    if ('set' in entry || !inTurn.has(entry.transaction)) return entry
    return { transaction: turns.shift() as Transaction }
  })
  const kept = entries
    .filter((entry) => 'set' in entry || !omitted.includes(entry.transaction))
    .map((entry) =>
      'set' in entry
        ? entry
        : { transaction: amended.get(entry.transaction) ?? entry.transaction },
    )
  const folded = fold(emptied(chain.open, config), kept, config)
  return {
    chain: {
      ...chain,
      open: folded.open,
      queue: [...folded.waiting, ...chain.queue],
    },
    dropped: [...omitted.map(because('omitted')), ...folded.refused],
  }
}

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
  const waits = { ...chain, queue, drops: [] }
  if (number === null || hash === null || as === 'pending') {
    const base = change(forget(latestOf(chain).state), told)
    const open = emptied({ ...chain.open, base }, config)
    const setBefore = setsIn(chain.open)
    const shown = { ...waits, open: { ...open, setBefore, imported } }
    return { chain: shown, dropped, imported, isPending: true }
  }
  const kept = chain.blocks.filter((block) => block.number < number)
  const gone = chain.blocks.slice(kept.length)
  let state = (kept.at(-1) ?? (gone[0] as Sealed)).state
  const sets = [...gone, chain.open].flatMap(setsIn)
  if (gone.length > 0) {
    const isLost = gone.some((one) => setsIn(one).length > 0)
    if (isLost || chain.open.setBefore.length > 0) meet('setsLost')
    for (const changes of sets) state = change(state, changes)
  }
  state = change(forget(state), told)
  const block: Sealed = {
    ...chain.open,
    number,
    timestamp: imported.timestamp,
    origin: { number, timestamp: imported.timestamp },
    baseFee: imported.baseFee,
    mixHash: config.mixHash,
    gasUsed: imported.gasUsed,
    blobGasUsed: imported.blobGasUsed,
    opening: null,
    entries: [],
    setBefore: [],
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
    open: nextOpen(block, config),
    safe: below(chain.safe),
    finalized: below(chain.finalized),
    expected: chain.expected?.hash === hash ? null : chain.expected,
  }
  return { chain: tagged(next), dropped, imported, isPending: false }
}

/** Transactions that enter at a beat, after those asked to leave. */
export function beat(chain: Chain, config: Config) {
  const { drops, open, queue } = chain
  const requested = scripted(open).filter(({ hash }) => drops.includes(hash))
  const left =
    requested.length === 0
      ? { open, refused: [], waiting: [] }
      : fold(
          emptied(open, config),
          open.entries.filter(
            (entry) =>
              'set' in entry || !requested.includes(entry.transaction),
          ),
          config,
        )
  const entered = fold(left.open, asEntries(queue), config)
  return {
    chain: { ...chain, open: entered.open, queue: entered.waiting, drops: [] },
    dropped: [
      ...requested.map(because('requested')),
      ...left.refused,
      ...entered.refused,
    ],
    entered: entered.open.included.slice(left.open.included.length),
  }
}
