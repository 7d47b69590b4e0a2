import { depositor } from '../../../base/hex/addresses.js'
import type { Hash, StoryEvent } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import type { Target } from '../model/mishap.js'
import type { Sent } from '../model/run.js'
import { nthOf } from './reads.js'

/** Each block with its name, when it opened, and how early a sweep tries it. */
export function sealedBlocks(timeline: Timeline) {
  const { blocks, since } = timeline
  const included = includedIn(timeline)
  let idle = 0
  return blocks.map((block, index) => {
    const transactions = block.transactions.filter((hash) => included.has(hash))
    return {
      ...block,
      transactions,
      name: `block ${block.number}`,
      openedAt: blocks[index - 1]?.at ?? since,
      // Idle blocks are all alike: others come first.
      rank: transactions.length === 0 ? firstIdle + idle++ : 0,
    }
  })
}

/** A block, as mishaps hit it. */
export function blockTarget({
  name,
  number,
}: Pick<ReturnType<typeof sealedBlocks>[number], 'name' | 'number'>): Target {
  return { target: 'block', place: Number(number), subject: name }
}

/** A transaction by its place among those that were sent. */
export function sentTarget(
  index: number,
  count: number,
  chainId?: number | undefined,
): Target {
  return {
    target: 'sent',
    place: index + 1,
    subject: nthOf(index, count, 'the sent transaction'),
    chainId,
  }
}

/** The rank of the first idle block. */
export const firstIdle = 2

/**
 * Every transaction that arrived by request, in the order of arrival, whether
 * or not its sender got an answer; one that comes again, each time.
 */
export function sentIn({ events }: Pick<Timeline, 'events'>): Sent[] {
  return events.flatMap((event) =>
    event.type === 'step' && event.via === 'request' && event.hash !== null
      ? [{ hash: event.hash, at: event.at }]
      : [],
  )
}

/** A transaction that entered a block. */
export type Included = Extract<StoryEvent, { type: 'preconfirmed' }>

/**
 * Whether a transaction entered a block that is not the chain's own deposit:
 * such a deposit opens the block, and can neither be left out nor moved.
 */
export function isIncluded(event: StoryEvent): event is Included {
  return (
    event.type === 'preconfirmed' &&
    !(
      event.transaction.type === 'deposit' &&
      event.transaction.from === depositor
    )
  )
}

/** Hashes of what entered blocks, without the chain's own deposits. */
function includedIn({ events }: Pick<Timeline, 'events'>): ReadonlySet<Hash> {
  return new Set(events.filter(isIncluded).map(({ hash }) => hash))
}

/** ms between two blocks, as they came. */
export function blockTimeOf({ blocks, blockTime }: Timeline): number {
  const [first, second] = blocks
  return first === undefined || second === undefined
    ? blockTime
    : Math.max(second.at - first.at, 1)
}
