import type { Address, Hash, MockNode, StoryEvent } from '../../../index.js'
import { storyOf } from '../../../node/runtime/story/storyAccess.js'
import type { TimelineServed, TimelineState } from './timeline.js'

/**
 * Pending and latest blocks, whenever they changed. Beats and seals are
 * followed by their own fields; after other events, the node is asked.
 */
export function readServed(
  node: MockNode,
  since: number,
  events: readonly StoryEvent[],
): TimelineServed[] {
  const served = [ask(node, since)]
  let position = events.findIndex(({ at }) => at > since)
  // A cadence may begin at the next seal, and with it who sees beats.
  const isOfOneCadence = !events.some(isCadence)
  while (position >= 0 && position < events.length) {
    const { at } = events[position] as StoryEvent
    const start = position
    while (events[position]?.at === at) position++
    const here = events.slice(start, position)
    const last = served.at(-1) as TimelineServed
    if (here.every(isSent)) continue
    // An unreadable stretch lasts until the node serves it again. If both are
    // one block, beats do not say which.
    const isKnown =
      isOfOneCadence &&
      last.latest !== null &&
      last.pending?.number != null &&
      last.pending.number !== last.latest
    served.push(
      isKnown && here.every(isPlain) ? follow(last, here) : ask(node, at),
    )
  }
  return served
}

function isCadence(event: StoryEvent): boolean {
  return event.type === 'step' && event.step.type === 'setCadence'
}

function isSent(event: StoryEvent): boolean {
  return event.type === 'step' && event.step.type === 'preconfirm'
}

function isPlain(event: StoryEvent): boolean {
  return (
    event.type === 'sealed' ||
    event.type === 'idle' ||
    event.type === 'preconfirmed' ||
    isSent(event)
  )
}

function follow(
  last: TimelineServed,
  events: readonly StoryEvent[],
): TimelineServed {
  let next = last
  for (const event of events) {
    const { at } = event
    if (event.type === 'preconfirmed')
      next = {
        at,
        latest: next.latest,
        pending: {
          number: event.blockNumber,
          transactions: [...(next.pending?.transactions ?? []), event.hash],
        },
      }
    else if (event.type === 'sealed' || event.type === 'idle') {
      const latest =
        event.type === 'idle' ? event.firstBlock : event.blockNumber
      const pending = { number: latest + 1n, transactions: [] }
      next = { at, latest, pending }
    }
  }
  return next
}

function ask(node: MockNode, at: number): TimelineServed {
  const seen = storyOf(node).lookAt(at)
  if (seen.isUnhashed())
    return {
      at,
      latest: orNull(() => seen.blockAt('latest')?.number ?? null),
      pending: orNull(() => seen.blockAt('pending')),
    }
  const { request } = node.view(at)
  const blockAt = (tag: 'pending' | 'latest') =>
    orNull(
      () =>
        request({
          method: 'eth_getBlockByNumber',
          params: [tag, false],
        }) as Block | null,
    )
  const latest = blockAt('latest')
  const pending = blockAt('pending')
  const head = () => BigInt(request({ method: 'eth_blockNumber' }))
  // Some nodes serve the pending block without its number, and as latest, too.
  const isBoth = latest !== null && latest.number === null
  return {
    at,
    latest: orNull(() => latest && (isBoth ? head() : numberOf(latest))),
    pending: pending && {
      number: orNull(() =>
        pending.number === null
          ? head() + (isBoth ? 0n : 1n)
          : numberOf(pending),
      ),
      transactions: pending.transactions,
    },
  }
}

type Block = {
  readonly number: string | null
  readonly transactions: readonly Hash[]
}

function numberOf({ number }: Block): bigint | null {
  return number === null ? null : BigInt(number)
}

/** A value unknown to an imported block is null. */
function orNull<value>(read: () => value): value | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Answers of selectors about these accounts at these instants. */
export function readStates(
  node: MockNode,
  instants: readonly number[],
  accounts: readonly Address[],
): Omit<TimelineState, 'held'>[] {
  return instants.map((at) => {
    const { request } = node.view(at)
    const seen = storyOf(node).lookAt(at)
    const numberOf = (tag: 'safe' | 'finalized') => {
      if (seen.isUnhashed()) return seen.blockAt(tag)?.number ?? 0n
      const block = request({
        method: 'eth_getBlockByNumber',
        params: [tag, false],
      }) as { number: string } | null
      return block === null ? 0n : BigInt(block.number)
    }
    const balanceOf = (address: Address, tag: 'pending' | 'latest') =>
      BigInt(request({ method: 'eth_getBalance', params: [address, tag] }))
    return {
      at,
      safe: orNull(() => numberOf('safe')),
      finalized: orNull(() => numberOf('finalized')),
      balances: accounts.map((address) => ({
        pending: orNull(() => balanceOf(address, 'pending')),
        latest: orNull(() => balanceOf(address, 'latest')),
      })),
    }
  })
}
