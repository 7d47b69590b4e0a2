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
import { createExchanges, readExchange } from '../rpc/exchanges.js'
import { createFilters } from '../rpc/filters/filters.js'
import type { Outcome } from '../rpc/outcome.js'
import { readRequest } from '../rpc/readRequest.js'
import type { SubscriptionOptions } from '../rpc/subscriptions/results.js'
import {
  createSubscriptions,
  type Subscriber,
} from '../rpc/subscriptions/subscriptions.js'
import type { AnyHandler, Client, View } from '../rpc/view.js'
import { reportUncaught } from '../runtime/events/listeners.js'
import type { Runtime } from '../runtime/runtime.js'
import { createGates, withFailure, withFate } from './createGates.js'
import { createWaitingRequests } from './createWaitingRequests.js'
import {
  type Asked,
  type Dispatcher,
  type Entrance,
  type InFlight,
  toWaiting,
  unreadable,
} from './dispatcher.js'
import type { WaitingRequest } from './gate.js'
import { holdMail } from './letterbox.js'
import { isPromised, isUnshared, outcomeOfPromise } from './promised.js'
import { tellSubscribers } from './tellSubscribers.js'
import { write } from './write.js'

const endpoint: Entrance = { via: 'endpoint', isFaulted: true }

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
  handlers: ReadonlyMap<string, AnyHandler>
  pendingIdentity: PendingIdentity
  /** How many exchanges are kept. */
  kept: number
  subscriptions: SubscriptionOptions
}): Dispatcher {
  const exchanges = createExchanges(kept)
  const waiting = createWaitingRequests(runtime, source)
  const unanswered = new Map<InFlight, WaitingRequest['heldBy']>()
  const gates = createGates(runtime)
  const { chain, time, faults } = runtime.settle()
  const subscriptions = createSubscriptions(runtime.watch)
  const { logRange } = faults.endpoint
  const client: Client = { filters: createFilters(), subscriptions }
  const fixed = { pendingIdentity, handlers, client, logRange }
  let view: View = { ...fixed, chain, now: time }
  tellSubscribers(runtime, client, currentView, options)

  function dispatch(
    raw: unknown,
    signal?: AbortSignal | undefined,
    entrance: Entrance = endpoint,
  ): Outcome | Promise<Outcome> {
    if (runtime.isDisposed) return { type: 'network' }
    const { time: at } = runtime.settle()
    const read = readRequest(raw)
    if (!read.ok)
      return end(
        { request: unreadable, at, entrance },
        { type: 'error', error: read.error },
      )
    const inFlight = { request: read, at, signal, entrance }
    if (!entrance.isFaulted) return proceed(inFlight)
    const { faults } = runtime.settle()
    const { state, refusal } = admit(faults, read.method, at)
    if (state !== faults) runtime.setFaults(state)
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
    const asked = answer(viewOf(inFlight), faults, request, runtime.read)
    const answered =
      'conclude' in asked
        ? asked.conclude(write(asked, runtime, { view: currentView, after }))
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

  function isGone({ signal }: InFlight): boolean {
    return runtime.isDisposed || signal?.aborted === true
  }

  function currentView(): View {
    const { chain, time } = runtime.settle()
    if (chain !== view.chain || time !== view.now)
      view = { ...fixed, chain, now: time }
    return view
  }

  /** Few ask for subscriptions, and all others share one view. */
  function viewOf({ request: { method }, entrance }: InFlight): View {
    const { subscriber } = entrance
    if (subscriber === undefined) return currentView()
    if (method === 'eth_subscribe') return viewFor(holdMail(subscriber))
    return method === 'eth_unsubscribe' ? viewFor(subscriber) : currentView()
  }

  function viewFor(subscriber: Subscriber): View {
    return { ...currentView(), client: { ...client, subscriber } }
  }

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
    unanswered.set(inFlight, gate === undefined ? 'fault' : 'gate')
    gate?.arrive(toWaiting(inFlight))
    return new Promise((resolve) => {
      waiting.hold(fault, inFlight.signal, () => {
        unanswered.delete(inFlight)
        const fate = gate?.fate
        // What has been answered has been done, and is not done again.
        const isDone = ready !== undefined && ready.heldBy === undefined
        resolve(
          isDone || (ready !== undefined && fate === undefined)
            ? deliver(inFlight, withFailure(ready, fate))
            : proceed({ ...inFlight, fate }),
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
    unanswered.set(inFlight, delay > 0 ? 'fault' : null)
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
    readWaiting: () =>
      [...unanswered].map(([inFlight, heldBy]) => ({
        ...toWaiting(inFlight),
        heldBy,
      })),
    record: (asked, outcome) => void end(asked, outcome),
    hold: gates.hold,
    leave: subscriptions.clear,
    dispose() {
      gates.dispose()
      subscriptions.clear()
      waiting.end()
    },
  }
}

const none = noFaults()
