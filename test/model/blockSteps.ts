import { keccak256 } from 'ethers'
import type { Hex, Step, TransactionName } from 'preseal'
import {
  type Chain,
  latestOf,
  nextOpen,
  seal,
  set,
  setInLatest,
} from './chain.js'
import type { Config } from './config.js'
import { Refused } from './errors.js'
import {
  asEntries,
  type Entry,
  emptied,
  fold,
  scripted,
  setsIn,
} from './openBlock.js'
import {
  because,
  type Drop,
  leavers,
  lineUp,
  type Outcome,
  requeue,
} from './requeue.js'
import { type Effect, effectOf, type Transaction } from './transaction.js'

type StepOf<type> = Extract<Step, { type: type }>

/** The model's stories name nothing that an application sent. */
const isNamed =
  (names: readonly TransactionName[]) =>
  ({ hash, label = '' }: Transaction) =>
    names.includes(hash) || names.includes(label)

/** Other blocks in the place of the newest ones, of another branch. */
export function reorg(
  chain: Chain,
  { depth = 1, omit }: StepOf<'reorg'>,
  config: Config,
): Outcome {
  const latest = latestOf(chain)
  const first = latest.number - BigInt(depth) + 1n
  const kept = chain.blocks.filter(({ number }) => number < first)
  const last = kept.at(-1)
  if (first < 1n || last === undefined) throw new Refused('ChainRuleError')
  // What was set in it while the first of those that are gone was open is set
  // again, in its turn.
  const parent = { ...last, state: last.committed }
  const gone = chain.blocks.slice(kept.length)
  if (gone.some(({ imported }) => imported !== null))
    throw new Refused('ChainRuleError')
  const held = gone.flatMap(scripted)
  if ((omit ?? []).some((name) => !held.some(isNamed([name]))))
    throw new Refused('UnknownTransactionError')

  const mixHash = keccak256(latest.mixHash) as Hex
  const dropped: Drop[] = []
  const isOmitted = omit === undefined ? () => true : isNamed(omit)
  const returning: Transaction[] = []
  let next: Chain = {
    ...chain,
    blocks: [...kept.slice(0, -1), parent],
    open: { ...nextOpen(parent, chain.cadences, config), mixHash },
    queue: [],
    drops: new Map(),
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
    const folded = fold(next.open, entries, config)
    dropped.push(...omitted.map(because('omitted')), ...folded.refused)
    returning.push(...folded.waiting)
    next = seal({ ...setInLatest(next, sets), open: folded.open }, config)
  }
  const pending = requeue(chain, [], returning)
  dropped.push(...pending.dropped)
  next = { ...next, queue: pending.queue }
  for (const changes of setsIn(chain.open)) next = set(next, changes, config)
  return { chain: next, dropped }
}

/** The open block as it is to be sealed. */
export function sealPlans(
  chain: Chain,
  {
    order = [],
    omit = [],
    amend = [],
  }: Omit<StepOf<'planSeal'>, 'at' | 'type'>,
  config: Config,
): Outcome {
  const inBlock = scripted(chain.open)
  const find = (name: TransactionName) => {
    const found = inBlock.find(isNamed([name]))
    if (found === undefined) throw new Refused('UnknownTransactionError')
    return found
  }
  const findAll = (names: readonly TransactionName[]) => {
    const found = names.map(find)
    if (new Set(found).size < found.length) throw new Refused('ChainRuleError')
    return found
  }
  const omitted = findAll(omit)
  const changed = findAll(amend.map(({ transaction }) => transaction))
  const amended = new Map(
    changed.map((before, index) => {
      const by = amend[index] as (typeof amend)[number]
      const { gasUsed, status = before.effect.status } = by
      const given = { logs: by.logs, changes: by.changes } as Partial<Effect>
      const isReverted = status === 'reverted'
      const effect = effectOf({
        ...before.effect,
        status,
        gasUsed: gasUsed ?? before.effect.gasUsed,
        logs: isReverted ? [] : (given.logs ?? before.effect.logs),
        changes: isReverted ? {} : (given.changes ?? before.effect.changes),
      })
      if (effect.gasUsed > before.gas) throw new Refused('GasLimitError')
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
  const waiting = folded.waiting.filter(({ hash }) => !chain.drops.has(hash))
  const { queue, replaced } = lineUp([...waiting, ...chain.queue])
  const left = folded.waiting.map(({ hash }) => hash)
  return {
    chain: {
      ...chain,
      open: folded.open,
      queue,
    },
    dropped: [
      // In the order of the block.
      ...inBlock.filter((one) => omitted.includes(one)).map(because('omitted')),
      ...folded.refused,
      ...leavers(chain, replaced).filter(({ transaction: { hash } }) =>
        left.includes(hash),
      ),
    ],
  }
}

/** The open block once those asked to leave it are gone. */
function leave(chain: Chain, config: Config) {
  const { drops, open } = chain
  const left =
    leavers(chain, []).length === 0
      ? { open, refused: [], waiting: [] }
      : fold(
          emptied(open, config),
          open.entries.filter(
            (entry) => 'set' in entry || !drops.has(entry.transaction.hash),
          ),
          config,
        )
  const { queue, replaced } = lineUp([...left.waiting, ...chain.queue])
  return { left, queue, gone: leavers(chain, replaced) }
}

/** As it is sealed, when they were asked after its last beat. */
export function withoutDropped(chain: Chain, config: Config): Outcome {
  const { left, queue, gone } = leave(chain, config)
  return {
    chain: {
      ...chain,
      open: left.open,
      queue,
      drops: new Map(),
    },
    dropped: [...gone, ...left.refused],
  }
}

/** Transactions that enter at a beat, after those asked to leave. */
export function beat(chain: Chain, config: Config) {
  const { left, queue, gone } = leave(chain, config)
  const entered = fold(left.open, asEntries(queue), config)
  return {
    chain: {
      ...chain,
      open: entered.open,
      queue: entered.waiting,
      drops: new Map(),
    },
    dropped: [...gone, ...left.refused, ...entered.refused],
    entered: entered.open.included.slice(left.open.included.length),
  }
}
