import type { PendingIdentity } from '../chain/config.js'
import type { TimeSource } from '../clock/clock.js'
import { admit } from '../faults/admit.js'
import {
  type FaultId,
  type FaultState,
  noFaults,
} from '../faults/faultState.js'
import { answer, type FaultedAnswer, outcomeOf } from '../rpc/answer.js'
import { copyOutcome } from '../rpc/copyJson.js'
import {
  createExchanges,
  type Exchange,
  readExchange,
} from '../rpc/exchanges.js'
import { createFilters } from '../rpc/filters/filters.js'
import type { Outcome } from '../rpc/outcome.js'
import { readRequest } from '../rpc/readRequest.js'
import type { SubscriptionOptions } from '../rpc/subscriptions/results.js'
import {
  createSubscriptions,
  type Subscriber,
} from '../rpc/subscriptions/subscriptions.js'
import type { Handler } from '../rpc/view.js'
import { reportUncaught } from '../runtime/events/listeners.js'
import type { Runtime } from '../runtime/runtime.js'
import { createGates, withFate } from './createGates.js'
import { createViews } from './createViews.js'
import { createWaitingRequests } from './createWaitingRequests.js'
import type { Gate, HoldParameters, UnansweredRequest } from './gate.js'
import {
  type Asked,
  type Entrance,
  type InFlight,
  toWaiting,
  unreadable,
} from './inFlight.js'
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

const endpoint: Entrance = { via: 'endpoint', isFaulted: true }

/** The node, as its doors see it. */
export type Dispatcher = {
  readonly dispatch: Dispatch
  /** Ends the waiting requests of an aborted signal, as without a connection. */
  abandon(signal: AbortSignal): void
  readExchanges(): readonly Exchange[]
  readWaiting(): readonly UnansweredRequest[]
  /** Ends the subscriptions of whoever is gone. */
  leave(subscriber: Subscriber): void
  /** Holds requests until a test lets them go. */
  hold(parameters?: HoldParameters): Gate
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
  const gates = createGates(runtime)
  const subscriptions = createSubscriptions(runtime.watch)
  const views = createViews(runtime, {
    pendingIdentity,
    handlers,
    filters: createFilters(),
    subscriptions,
    logRange: runtime.settle().faults.endpoint.logRange,
  })
  tellSubscribers(runtime, views.current, options)

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
    const { entrance, fate } = inFlight
    if (isGone(inFlight)) return end(inFlight, { type: 'network' })
    const faults = entrance.isFaulted ? runtime.settle().faults : none
    const judging = fate === undefined ? faults : withFate(faults, fate)
    return deliver(inFlight, ask(inFlight, judging))
  }

  function ask(inFlight: InFlight, faults: FaultState): FaultedAnswer {
    const { request, signal } = inFlight
    const after = (ms: number, go: () => void) => waiting.after(ms, signal, go)
    const asked = answer(views.of(inFlight), faults, request, runtime.read)
    const answered =
      'conclude' in asked
        ? asked.conclude(write(asked, runtime, { view: views.current, after }))
        : asked
    // A handler may have used the node's verbs meanwhile.
    if (answered.count !== undefined)
      runtime.setFaults(answered.count(runtime.settle().faults))
    return answered
  }

  function deliver(
    inFlight: InFlight,
    answered: FaultedAnswer,
  ): Outcome | Promise<Outcome> {
    if (isGone(inFlight)) return end(inFlight, { type: 'network' })
    if (answered.heldBy !== undefined) return hold(inFlight, answered.heldBy)
    const { outcome, delay } = answered
    return delay > 0 || isPromised(outcome)
      ? finish(inFlight, answered)
      : end(inFlight, outcome, answered)
  }

  const isGone = ({ signal }: InFlight) =>
    runtime.isDisposed || signal?.aborted === true

  /**
   * Once released, it is answered at once, from the instant of the lift, unless
   * a gate holds its answer.
   */
  function hold(inFlight: InFlight, fault: FaultId): Promise<Outcome> {
    const gate = gates.find(fault)
    const ready =
      gate?.what === 'answers'
        ? ask(inFlight, gate.around(runtime.settle().faults))
        : undefined
    unanswered.add(inFlight)
    gate?.arrive(toWaiting(inFlight))
    return new Promise((resolve) => {
      waiting.hold(fault, inFlight.signal, () => {
        unanswered.delete(inFlight)
        const fate = gate?.fate
        resolve(
          ready === undefined || fate !== undefined
            ? proceed({ ...inFlight, fate })
            : deliver(inFlight, ready),
        )
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
    hold: gates.hold,
    dispose() {
      subscriptions.clear()
      gates.dispose()
      waiting.end()
    },
  }
}

const none = noFaults()
