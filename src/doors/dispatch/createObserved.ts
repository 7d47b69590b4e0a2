import { positionOf } from '../../chain/blocks/chain.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { SocketEvent } from '../../node/runtime/events/nodeEvents.js'
import {
  type AnsweredRequest,
  type KeptRequest,
  readAnswered,
} from '../../rpc/answers/answeredRequest.js'
import type { Outcome } from '../../rpc/answers/outcome.js'
import { prepareReading, runPrepared } from '../../rpc/request.js'
import type { View } from '../../rpc/view/view.js'
import type { RpcRequest } from './dispatcher.js'

/**
 * A read on which no rule acted, as it is kept. Every test asks thousands of
 * them, so what follows from view and request is found when somebody asks.
 */
type KeptRead = Pick<KeptRequest, 'via' | 'endpoint' | 'at'> & {
  readonly request: RpcRequest
  readonly view: View
  /** Undefined: to be made again. */
  readonly outcome: Outcome | undefined
}

function readKept(kept: KeptRequest | KeptRead): AnsweredRequest {
  if (!('view' in kept)) return readAnswered(kept)
  const { via, endpoint, at, request, view, outcome } = kept
  const prepared = prepareReading(view, request.method, request.params)
  const { selector, reads } = prepared
  const { chain } = view
  return readAnswered({
    via,
    endpoint,
    at,
    request,
    settledAt: at,
    outcome: outcome ?? (() => runPrepared(view, prepared)),
    reading:
      selector === undefined || outcome?.type === 'error'
        ? undefined
        : { chain, selector, isOfState: reads === 'state' },
    rules: [],
    position: positionOf(chain.log),
  })
}

/**
 * What was observed of a node: how requests ended, and what became of sockets.
 * It stands beside the chain, whose log it points into, and survives a revert.
 */
export type Observed = {
  /** Keeps how a request ended, and emits it. */
  addRequest(request: KeptRequest | KeptRead): void
  /** Keeps an event of a socket, and emits it. */
  addSocket(event: SocketEvent): void
  /** How many requests have ended so far, those no longer kept included. */
  readonly ended: number
  /** Oldest first, built anew. */
  readRequests(): readonly AnsweredRequest[]
  /** Oldest first, built anew. */
  readSockets(): readonly SocketEvent[]
}

/** @param kept - How many of each kind are kept, the newest. */
export function createObserved(runtime: Runtime, kept: number): Observed {
  const requests = createRing<KeptRequest | KeptRead>(kept)
  const sockets = createRing<SocketEvent>(kept)
  const { listeners, announcer } = runtime
  let ended = 0
  return {
    addRequest(request) {
      ended++
      requests.add(request)
      if (listeners.count('answered') === 0) return
      const deliver = () => listeners.call('answered', () => readKept(request))
      announcer.announce([{ of: 'answered', deliver }])
    },
    addSocket(event) {
      sockets.add(event)
      if (listeners.count('socket') === 0) return
      const deliver = () => listeners.call('socket', () => ({ ...event }))
      announcer.announce([{ of: 'socket', deliver }])
    },
    get ended() {
      return ended
    },
    readRequests: () => requests.read().map(readKept),
    readSockets: () => sockets.read().map((event) => ({ ...event })),
  }
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
