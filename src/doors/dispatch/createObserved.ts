import { positionOf } from '../../chain/blocks/chain.js'
import { findBlock, findStateBlock } from '../../chain/lookup/find.js'
import type { State } from '../../chain/model/state.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { SocketEvent } from '../../node/runtime/events/nodeEvents.js'
import type { AnsweredRequest, Saw } from '../../rpc/answers/answeredRequest.js'
import {
  copyJson,
  copyOutcome,
  type Outcome,
} from '../../rpc/answers/outcome.js'
import type { Reads } from '../../rpc/method/method.js'
import { prepareReading, runPrepared } from '../../rpc/request.js'
import type { View } from '../../rpc/view/view.js'
import type { Asked, Ran, RequestOrigin, RpcRequest } from './dispatcher.js'

/**
 * A request as it is kept until it is read. Every test makes thousands, so what
 * it consists of is kept as it is, and the rest found when somebody asks.
 */
type KeptRequest = Pick<
  AnsweredRequest,
  'via' | 'endpoint' | 'at' | 'settledAt' | 'position'
> & {
  readonly request: Asked['request']
  /** The rules that acted on it. */
  readonly rules: readonly symbol[]
  /** What its result comes from; undefined if that was no read. */
  readonly ran: Ran | undefined
  /** Or what makes it again, so that large answers are not kept alive. */
  readonly outcome: Outcome | Ran
}

/**
 * A read on which no rule acted, as most are: what else is to say of it follows
 * from these.
 */
type FreeRead = {
  readonly request: RpcRequest
  readonly origin: RequestOrigin
  readonly view: View
  /** Undefined if the view makes it again. */
  readonly outcome: Outcome | undefined
}

/** An outcome to keep: the caller may edit what is in its own. */
export function toKept(outcome: Outcome, ran: Ran | undefined): Outcome | Ran {
  if (ran?.prepared.type !== 'builtIn')
    return keptOutcome(outcome, 'nothing') as Outcome
  return keptOutcome(outcome, ran.prepared.reads) ?? ran
}

/** The same of a read; undefined if its view makes it again. */
export function keptOutcome(
  outcome: Outcome,
  reads: Reads,
): Outcome | undefined {
  const isUnshared =
    outcome.type === 'result'
      ? typeof outcome.value !== 'object'
      : outcome.type !== 'error'
  if (isUnshared) return outcome
  return outcome.type === 'result' && reads !== 'nothing'
    ? undefined
    : copyOutcome(outcome)
}

function readFree({ request, origin, view, outcome }: FreeRead) {
  const { now: at, chain } = view
  const prepared = prepareReading(view, request.method, request.params)
  const ran = { view, prepared }
  return readEnded({
    via: origin.via,
    endpoint: origin.endpoint,
    request,
    at,
    settledAt: at,
    outcome: outcome ?? ran,
    ran: outcome?.type === 'error' ? undefined : ran,
    rules: [],
    position: positionOf(chain.log),
  })
}

const readKept = (kept: KeptRequest | FreeRead): AnsweredRequest =>
  'view' in kept ? readFree(kept) : readEnded(kept)

function readEnded(kept: KeptRequest): AnsweredRequest {
  const { via, endpoint, request, at, settledAt, outcome, ran } = kept
  return {
    via,
    endpoint,
    method: request.method,
    params: request.params.map((value) => copyJson(value, 'params', 'any')),
    at,
    settledAt,
    outcome:
      'prepared' in outcome
        ? runPrepared(outcome.view, outcome.prepared)
        : copyOutcome(outcome),
    saw: ran === undefined ? null : readSaw(ran),
    position: kept.position,
    faults: kept.rules.map(({ description }) => `${description}`),
  }
}

function readSaw(ran: Ran): Saw | null {
  const block = blockOf(ran)
  if (block === null) return null
  const { imported, included } = block
  return {
    blockNumber: imported?.number ?? block.number,
    isPending: block.status === 'open',
    transactions: (imported?.transactions ?? included).length,
    state: tokenOf(block.state),
  }
}

/** Latest may be a block that is not held. */
function blockOf({ view: { chain }, prepared: { selector, reads } }: Ran) {
  if (selector === undefined) return null
  try {
    return reads === 'state'
      ? findStateBlock(chain, selector)
      : findBlock(chain, selector)
  } catch {
    return null
  }
}

const tokens = new WeakMap<State, object>()

/** States are not handed out. */
function tokenOf(state: State): object {
  const known = tokens.get(state)
  if (known !== undefined) return known
  const token = Object.freeze({})
  tokens.set(state, token)
  return token
}

/**
 * What was observed of a node: how requests ended, and what became of sockets.
 * It stands beside the chain, whose log it points into, and survives a revert.
 */
export type Observed = {
  /** Keeps how a request ended, and emits it. */
  addRequest(request: KeptRequest | FreeRead): void
  /** Keeps an event of a socket, and emits it. */
  addSocket(event: SocketEvent): void
  /** How many requests have ended so far, those no longer kept included. */
  ended(): number
  /** Oldest first, built anew. */
  readRequests(): readonly AnsweredRequest[]
  /** Oldest first, built anew. */
  readSockets(): readonly SocketEvent[]
}

/** @param kept - How many of each kind are kept, the newest. */
export function createObserved(runtime: Runtime, kept: number): Observed {
  const requests = createRing<KeptRequest | FreeRead>(kept)
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
    ended: () => ended,
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
