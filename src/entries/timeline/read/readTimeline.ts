import type { Address, Hash, MockNode, StoryEvent } from '../../../index.js'
import { storyOf } from '../../../node/runtime/story/storyDoor.js'
import { checkNode } from './checkGiven.js'
import { readRequests } from './readRequests.js'
import { readStates } from './readStates.js'
import { readTransactions } from './readTransactions.js'
import type {
  Timeline,
  TimelineBlock,
  TimelineRange,
  TimelineState,
  TimelineTransaction,
} from './timeline.js'

/**
 * What came to pass on a node, as plain data.
 *
 * @example
 * readTimeline(node).transactions[0]?.moves // sent, preconfirmed, sealed
 *
 * @param range - All of the node's time by default. Every block of it is
 * told: give `from` where time has made great jumps.
 * @throws InvalidTimelineError where it is given no node.
 */
export function readTimeline(
  node: MockNode,
  range: TimelineRange = {},
): Timeline {
  checkNode(node)
  const { since, until, events, faults, beats } = storyOf(node).read(range)
  const transactions = readTransactions(events)
  const accounts = accountsOf(transactions)
  return {
    since,
    until,
    chainId: node.chain.id,
    beats,
    beatTime: node.chain.experimental_preconfirmationTime ?? 200,
    blocks: readBlocks(events),
    events,
    transactions,
    accounts,
    get states() {
      const changing = events.filter(
        (event) => event.type !== 'step' || event.step.type !== 'preconfirm',
      )
      const instants = [...new Set([since, ...changing.map(({ at }) => at)])]
      const states = readStates(node, instants.slice(0, mostStates), accounts)
      const left = instants[mostStates]
      return left === undefined
        ? states
        : [...states, unknownState(left, accounts.length)]
    },
    answeredRequests: readRequests(node.answeredRequests, { since, until }),
    waitingRequests: node.waitingRequests.filter(({ at }) => at <= until),
    faults,
  }
}

function unknownState(at: number, accounts: number): TimelineState {
  const balances = Array.from({ length: accounts }, () => ({
    pending: null,
    latest: null,
  }))
  return { at, safe: null, finalized: null, balances }
}

const mostStates = 4_000
const mostAccounts = 12

function accountsOf(transactions: readonly TimelineTransaction[]): Address[] {
  const all = transactions.flatMap(({ from, to }) =>
    to === null ? [from] : [from, to],
  )
  return [...new Set(all)].slice(0, mostAccounts)
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
