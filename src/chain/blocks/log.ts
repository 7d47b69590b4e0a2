import type { BlockRun } from '../model/blockRun.js'
import { append, type Lineage, newest } from '../model/lineage.js'
import type { Transaction } from '../model/transaction.js'
import {
  type Chain,
  type Effect,
  type Entry,
  type Log,
  lastNumber,
  latestNumber,
} from './chain.js'

/** The chain with one more entry, unless nothing was asked for or happened. */
export function record(chain: Chain, entry: Entry): Chain {
  return entry.act === null && entry.effects.length === 0
    ? chain
    : { ...chain, log: append(chain.log, entry) }
}

/** The number of entries up to there: a place in every log that goes on. */
export function positionOf(log: Log): number {
  return log === null ? 0 : log.depth + 1
}

/** The entries that came after an earlier position, oldest first. */
export function entriesSince(since: Log, log: Log): readonly Entry[] {
  const entries: Entry[] = []
  const position = positionOf(since)
  for (let link = log; link !== null && link.depth >= position; ) {
    entries.push(link.value)
    link = link.parent
  }
  return entries.reverse()
}

function effectsSince(since: Log, log: Log): Effect[] {
  return entriesSince(since, log).flatMap(({ effects }) => effects)
}

/**
 * Whether a log came by a position that was read at an instant, of which `now`
 * is at most the present one. Idle blocks have no entry.
 */
export function isWithin(
  { log: since, at }: { readonly log: Log; readonly at: number },
  { log, now }: { readonly log: Log; readonly now: number },
): boolean {
  if (log === since) return at <= now
  const position = positionOf(since)
  const next = log && newest(log, (_, depth) => depth <= position)
  return next !== null && next.parent === since && at <= next.value.at
}

/**
 * The transactions that could run since an earlier chain, oldest first. As in
 * geth and reth, each is reported once: on its arrival, or when the nonces
 * before it have come. Nobody sends a deposit: it is derived.
 */
export function arrivalsSince(since: Chain, chain: Chain): Transaction[] {
  return effectsSince(since.log, chain.log).flatMap((effect) =>
    effect.type === 'promoted' ||
    (effect.type === 'queued' &&
      effect.isExecutable &&
      effect.transaction.type !== 'deposit')
      ? [effect.transaction]
      : [],
  )
}

/** Blocks in a row that were sealed, or that gave way. */
type Stretch = {
  readonly type: 'sealed' | 'removed'
  /** The branch that they are of. */
  readonly sealed: Lineage<BlockRun>
  readonly from: bigint
  readonly to: bigint
}

/**
 * The changes of blocks since an earlier chain, in order, including blocks that
 * came and gave way in between. Every report of blocks uses this.
 */
export function stretchesSince(since: Chain, chain: Chain): Stretch[] {
  if (since.sealed === chain.sealed && since.log === chain.log) return []
  const stretches: Stretch[] = []
  let from = latestNumber(since) + 1n
  for (const effect of effectsSince(since.log, chain.log)) {
    if (effect.type !== 'reorged') continue
    const { replaced: sealed, number } = effect
    const to = lastNumber(sealed.value)
    stretches.push({ type: 'sealed', sealed, from, to })
    stretches.push({ type: 'removed', sealed, from: number, to })
    // A block that was imported lies over a gap, and so may the next one.
    const kept = newest(sealed, ({ first }) => first < number)
    const end = kept === null ? -1n : lastNumber(kept.value)
    from = end < number ? end + 1n : number
  }
  const { sealed } = chain
  stretches.push({ type: 'sealed', sealed, from, to: latestNumber(chain) })
  return stretches.filter(({ from, to }) => from <= to)
}
