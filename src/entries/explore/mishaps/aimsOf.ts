import type { Timeline } from '../../timeline/index.js'
import { isOfWallet } from './reading/isOfWallet.js'
import { nthOf } from './reading/nthOf.js'
import { readsOf } from './reading/readsOf.js'
import { sealedBlocks } from './reading/sealedBlocks.js'
import { sentIn } from './reading/sentIn.js'
import { subscriptionName } from './reading/subscriptionName.js'

/** No endpoint can change the answers of the user or the wallet. */
export function aimAtWallet(method: string | null): string {
  return `${method} to the wallet`
}

/** A transaction by its place among those that were sent. */
export function aimAtSent(index: number, count: number): string {
  return nthOf(index, count, 'the sent transaction')
}

/** Messages of subscriptions. */
export function aimAtMessages(id: unknown, timeline: Timeline): string {
  return `messages of ${subscriptionName(id, timeline)}`
}

/** A WebSocket by its place among those that were let in. */
export function aimAtSocket(index: number, count: number): string {
  return nthOf(index, count, 'the WebSocket')
}

/** All that mishaps can be aimed at in a story. */
export function aimsOf(timelines: readonly Timeline[]): Set<string> {
  return new Set(
    timelines.flatMap((timeline) => {
      const { answeredRequests, sockets } = timeline
      const sent = sentIn(timeline)
      const opened = sockets.filter(({ type }) => type === 'opened')
      return [
        ...answeredRequests.flatMap((request) => {
          const { method, outcome } = request
          if (method === null) return []
          if (isOfWallet(request)) return [aimAtWallet(method)]
          const reads = readsOf(request, timeline)
          return method === 'eth_subscribe' && outcome.type === 'result'
            ? [...reads, aimAtMessages(outcome.value, timeline)]
            : reads
        }),
        ...sealedBlocks(timeline).map(({ name }) => name),
        ...sent.map((_, index) => aimAtSent(index, sent.length)),
        ...opened.map((_, index) => aimAtSocket(index, opened.length)),
      ]
    }),
  )
}
