import type { PendingIdentity } from '../chain/config.js'
import type { TimeSource } from '../clock/clock.js'
import { admit } from '../faults/admit.js'
import { type FaultId, noFaults } from '../faults/faultState.js'
import {
  answer,
  type FaultedAnswer,
  outcomeOf,
  type RpcRequest,
} from '../rpc/answer.js'
import { copyJson, copyOutcome } from '../rpc/copyJson.js'
import {
  createExchanges,
  type Exchange,
  readExchange,
  type Via,
} from '../rpc/exchanges.js'
import { createFilters } from '../rpc/filters/filters.js'
import type { Outcome } from '../rpc/outcome.js'
import { readRequest } from '../rpc/readRequest.js'
import type { SubscriptionOptions } from '../rpc/subscriptions/results.js'
import {
  createSubscriptions,
  type Subscriber,
} from '../rpc/subscriptions/subscriptions.js'
import type { Handler, View } from '../rpc/view.js'
import { reportUncaught } from '../runtime/events/listeners.js'
import type { Runtime } from '../runtime/runtime.js'
import { createWaitingRequests } from './createWaitingRequests.js'
import { isPromised, isUnshared, outcomeOfPromise } from './promised.js'
import { tellSubscribers } from './tellSubscribers.js'
import { write } from './write.js'

/**
 * Answers a request: at once, or later if a fault or a handler delays it.
 * Requests that share a signal can be abandoned together.
 */
export type Dispatch = (
  raw: unknown,
  signal?: AbortSignal | undefined,
  entrance?: Entrance | undefined,
) => Outcome | Promise<Outcome>

/** Where a request comes in, and whether rules and faults wait there. */
export type Entrance = {
  readonly via: Via
  readonly isFaulted: boolean
  /** Who is told of subscriptions, where a door can speak first. */
  readonly subscriber?: Subscriber | undefined
}

const endpoint: Entrance = { via: 'endpoint', isFaulted: true }

/** A request, or what was sent in place of one. */
export type Asked = {
  readonly request: RpcRequest | typeof unreadable
  /** ms since the node was created */
  readonly at: number
  readonly entrance: Entrance
}

/** A request on its way. */
type InFlight = Asked & {
  readonly request: RpcRequest
  readonly signal: AbortSignal | undefined
}

/** A request that waits for its answer. */
export type UnansweredRequest = Pick<Exchange, 'method' | 'params' | 'at'>

/** The node, as its doors see it. */
export type Dispatcher = {
  readonly dispatch: Dispatch
  /** Ends the waiting requests of an aborted signal, as without a connection. */
  abandon(signal: AbortSignal): void
  readExchanges(): readonly Exchange[]
  readWaiting(): readonly UnansweredRequest[]
  /** Ends the subscriptions of whoever is gone. */
  leave(subscriber: Subscriber): void
  /** Records what was answered elsewhere. */
  record(asked: Asked, outcome: Outcome): void
  /** Ends all waiting requests, as without a connection. */
  dispose(): void
}

/** Takes requests through endpoint, faults and methods, and records them. */
export function createDispatcher({
  runtime,
  source,
  handlers,
  pendingIdentity,
  kept,
  subscriptions: options,
}: {
  runtime: Runtime
  source: TimeSource
  handlers: ReadonlyMap<string, Handler>
  pendingIdentity: PendingIdentity
  /** How many exchanges are kept. */
  kept: number
  subscriptions: SubscriptionOptions
}): Dispatcher {
  const exchanges = createExchanges(kept)
  const waiting = createWaitingRequests(runtime, source)
  const unanswered = new Set<InFlight>()
  const { chain, time, faults } = runtime.settle()
  const { logRange } = faults.endpoint
  const subscriptions = createSubscriptions(runtime.watch)
  const told = { filters: createFilters(), subscriptions }
  const fixed = { pendingIdentity, handlers, logRange, ...told }
  let view: View = { ...fixed, chain, now: time }
  tellSubscribers(runtime, currentView, options)

  function dispatch(
    raw: unknown,
    signal?: AbortSignal | undefined,
    entrance: Entrance = endpoint,
  ): Outcome | Promise<Outcome> {
    if (runtime.isDisposed) return { type: 'network' }
    const at = runtime.settle().time
    const read = readRequest(raw)
    if (!read.ok)
      return end(
        { request: unreadable, at, entrance },
        { type: 'error', error: read.error },
      )
    const inFlight = { request: read, at, signal, entrance }
    if (!entrance.isFaulted) return proceed(inFlight)
    const { state, refusal } = admit(runtime.settle().faults, read.method, at)
    runtime.setFaults(state)
    return refusal === undefined
      ? proceed(inFlight)
      : end(inFlight, outcomeOf(refusal))
  }

  function proceed(inFlight: InFlight): Outcome | Promise<Outcome> {
    const { request, entrance, signal } = inFlight
    if (isGone(inFlight)) return end(inFlight, { type: 'network' })
    const after = (ms: number, go: () => void) => waiting.after(ms, signal, go)
    const faults = entrance.isFaulted ? runtime.settle().faults : none
    const asked = answer(viewOf(inFlight), faults, request, runtime.read)
    const answered =
      'conclude' in asked
        ? asked.conclude(write(asked, runtime, { view: currentView, after }))
        : asked
    // A handler may have used the node's verbs meanwhile.
    if (answered.count !== undefined)
      runtime.setFaults(answered.count(runtime.settle().faults))
    if (answered.heldBy !== undefined) return hold(inFlight, answered.heldBy)
    const { outcome, delay } = answered
    return delay > 0 || isPromised(outcome)
      ? finish(inFlight, answered)
      : end(inFlight, outcome, answered)
  }

  function isGone({ signal }: InFlight): boolean {
    return runtime.isDisposed || signal?.aborted === true
  }

  function currentView(): View {
    const { chain, time } = runtime.settle()
    if (chain !== view.chain || time !== view.now)
      view = { ...fixed, chain, now: time }
    return view
  }

  function viewOf({ request: { method }, entrance }: InFlight): View {
    return method === 'eth_subscribe' || method === 'eth_unsubscribe'
      ? { ...currentView(), subscriber: entrance.subscriber }
      : currentView()
  }

  /** Once released, it is answered at once, from the instant of the lift. */
  function hold(inFlight: InFlight, fault: FaultId): Promise<Outcome> {
    unanswered.add(inFlight)
    return new Promise((resolve) => {
      waiting.hold(fault, inFlight.signal, () => {
        unanswered.delete(inFlight)
        resolve(proceed(inFlight))
      })
    })
  }

  async function finish(
    inFlight: InFlight,
    answered: FaultedAnswer,
  ): Promise<Outcome> {
    const { outcome, delay } = answered
    const { signal } = inFlight
    unanswered.add(inFlight)
    const late = delay > 0 ? waiting.delay(delay, signal) : undefined
    const final = isPromised(outcome)
      ? await waiting.settled(outcomeOfPromise(outcome.value), signal)
      : outcome
    const lateAt = await late
    unanswered.delete(inFlight)
    return isGone(inFlight)
      ? end(inFlight, { type: 'network' })
      : end(inFlight, final, answered, isPromised(outcome) ? undefined : lateAt)
  }

  function end(
    { request, at, entrance }: Asked,
    outcome: Outcome,
    from?: FaultedAnswer,
    settledAt = runtime.settle().time,
  ): Outcome {
    const { via } = entrance
    const { method, params } = request
    const kept =
      from?.again ?? (isUnshared(outcome) ? outcome : copyOutcome(outcome))
    const reading = outcome.type === 'result' ? from?.reading : undefined
    const exchange = {
      via,
      method,
      params,
      at,
      settledAt,
      outcome: kept,
      reading,
    }
    exchanges.add(exchange)
    if (runtime.listeners.count('exchange') > 0)
      runtime.listeners
        .emit('exchange', readExchange(exchange))
        .forEach(reportUncaught)
    return outcome
  }

  return {
    dispatch,
    abandon: waiting.abandon,
    readExchanges: exchanges.read,
    readWaiting: () => [...unanswered].map(toWaiting),
    record: (asked, outcome) => void end(asked, outcome),
    leave: subscriptions.clear,
    dispose() {
      subscriptions.clear()
      waiting.end()
    },
  }
}

function toWaiting({ request, at }: InFlight): UnansweredRequest {
  const { method, params } = request
  return { method, params: copyJson(params, 'params', 'any') as unknown[], at }
}

const unreadable = { method: null, params: [] }
const none = noFaults()
