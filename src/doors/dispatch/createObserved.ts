import { positionOf } from '../../chain/blocks/chain.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { SocketEvent } from '../../node/runtime/events/nodeEvents.js'
import {
  type AnsweredRequest,
  type KeptRequest,
  readAnswered,
} from '../../rpc/answers/answeredRequest.js'
import { copyOutcome, type Outcome } from '../../rpc/answers/outcome.js'
import type { Answered, Asked } from './dispatcher.js'

/**
 * What was observed of a node: how requests ended, and what became of sockets.
 * It stands beside the chain, whose log it points into, and survives a revert.
 */
export type Observed = {
  /** Keeps how a request ended, and emits it. */
  addRequest(
    asked: Asked,
    settledAt: number,
    outcome: Outcome,
    answered?: Answered,
  ): void
  /** Keeps an event of a socket, and emits it. */
  addSocket(event: SocketEvent): void
  /** Oldest first, built anew. */
  readRequests(): readonly AnsweredRequest[]
  /** Oldest first, built anew. */
  readSockets(): readonly SocketEvent[]
}

/** @param kept - How many of each kind are kept, the newest. */
export function createObserved(runtime: Runtime, kept: number): Observed {
  const requests = createRing<KeptRequest>(kept)
  const sockets = createRing<SocketEvent>(kept)
  const { listeners, announcer } = runtime
  return {
    addRequest({ request, at, origin }, settledAt, outcome, answered) {
      const { method, params } = request
      const entry: KeptRequest = {
        via: origin.via,
        endpoint: origin.endpoint,
        method,
        params,
        at,
        settledAt,
        outcome:
          answered?.again ??
          (isUnshared(outcome) ? outcome : copyOutcome(outcome)),
        reading: outcome.type === 'result' ? answered?.reading : undefined,
        position: answered?.position ?? positionOf(runtime.state.chain.log),
        rules: answered?.rules ?? none,
      }
      requests.add(entry)
      if (listeners.count('answered') === 0) return
      const deliver = () =>
        listeners.call('answered', () => readAnswered(entry))
      announcer.announce([{ of: 'answered', deliver }])
    },
    addSocket(event) {
      sockets.add(event)
      if (listeners.count('socket') === 0) return
      const deliver = () => listeners.call('socket', () => ({ ...event }))
      announcer.announce([{ of: 'socket', deliver }])
    },
    readRequests: () => requests.read().map(readAnswered),
    readSockets: () => sockets.read().map((event) => ({ ...event })),
  }
}

const none: readonly never[] = []

/** Whether the caller gets nothing of it that could be edited. */
function isUnshared(outcome: Outcome): boolean {
  return outcome.type === 'result'
    ? typeof outcome.value !== 'object'
    : outcome.type !== 'error'
}

/** The newest values, as many as `limit`. */
function createRing<value>(limit: number) {
  const ring: value[] = []
  let oldest = 0
  return {
    add(value: value) {
      if (ring.length < limit) {
        ring.push(value)
      } else if (limit > 0) {
        ring[oldest] = value
        oldest = (oldest + 1) % limit
      }
    },
    read: () => [...ring.slice(oldest), ...ring.slice(0, oldest)],
  }
}
