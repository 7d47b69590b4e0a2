import type { Hash, MockNode, StoryEvent } from '../index.js'
import { readRequests } from './readRequests.js'
import { readTransactions } from './readTransactions.js'
import type { Timeline, TimelineBlock, TimelineRange } from './timeline.js'

/**
 * What came to pass on a node, as plain data.
 *
 * @example
 * readTimeline(node).transactions[0]?.moves // sent, preconfirmed, sealed
 *
 * @param range - All of the node's time by default. Every block of it is
 * told: give `from` where time has made great jumps.
 */
export function readTimeline(
  node: MockNode,
  range: TimelineRange = {},
): Timeline {
  const { from, until, events, faults, beats } = node.story(range)
  return {
    from,
    until,
    chainId: node.chain.id,
    beats,
    blocks: readBlocks(events),
    events,
    transactions: readTransactions(events),
    requests: readRequests(node.exchanges, { from, until }),
    faults,
  }
}

function readBlocks(events: readonly StoryEvent[]): TimelineBlock[] {
  return events.flatMap((event) => {
    if (event.type !== 'sealed') return []
    const { at, of } = event
    return {
      at,
      number: of.blockNumber,
      get hash() {
        return hashOf(of)
      },
      timestamp: of.timestamp,
      gasUsed: of.gasUsed,
      transactions: of.transactions,
    }
  })
}

/** Null where a hash depends on more blocks than are hashed at once. */
function hashOf(sealed: { readonly hash: Hash }): Hash | null {
  try {
    return sealed.hash
  } catch {
    return null
  }
}
