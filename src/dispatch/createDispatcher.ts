import type { PendingIdentity } from '../chain/config.js'
import type { TimeSource } from '../clock/clock.js'
import { admit } from '../faults/admit.js'
import type { FaultId } from '../faults/faultState.js'
import {
  type Answered,
  answer,
  outcomeOf,
  type Request,
} from '../rpc/answer.js'
import { copyOutcome } from '../rpc/copyJson.js'
import {
  createExchanges,
  type Exchange,
  readExchange,
} from '../rpc/exchanges.js'
import type { Outcome, RpcError } from '../rpc/outcome.js'
import { readRequest } from '../rpc/readRequest.js'
import type { Handler, View } from '../rpc/view.js'
import { reportUncaught } from '../runtime/events/listeners.js'
import type { Runtime } from '../runtime/runtime.js'
import { createWaiting } from './createWaitingRequests.js'

/**
 * Answers a request: at once, or later where a fault or a handler says so. The
 * signal tells those that may be abandoned together.
 */
export type Ask = (
  raw: unknown,
  signal?: AbortSignal | undefined,
) => Outcome | Promise<Outcome>

/** A request on its way. */
type Asked = {
  readonly request: Request
  /** ms since the node's birth */
  readonly at: number
  readonly signal: AbortSignal | undefined
}

/** What the doors have of the node. */
export type Asking = {
  readonly ask: Ask
  /** Ends what waits for a signal that is aborted, as without a connection. */
  abandon(signal: AbortSignal): void
  readExchanges(): readonly Exchange[]
  /** Whoever still waits is told that the connection is gone. */
  dispose(): void
}

/** The way of a request through the node, and the record of it. */
export function createAsk({
  runtime,
  source,
  handlers,
  pendingIdentity,
  kept,
}: {
  runtime: Runtime
  source: TimeSource
  handlers: ReadonlyMap<string, Handler>
  pendingIdentity: PendingIdentity
  /** How many exchanges are kept. */
  kept: number
}): Asking {
  const exchanges = createExchanges(kept)
  const waiting = createWaiting(runtime, source)
  const { chain, time } = runtime.settle()
  let view: View = { chain, now: time, pendingIdentity, handlers }

  function ask(
    raw: unknown,
    signal?: AbortSignal | undefined,
  ): Outcome | Promise<Outcome> {
    if (runtime.isDisposed) return { type: 'network' }
    const at = runtime.settle().time
    const request = readRequest(raw)
    if (!request.ok)
      return end(unreadable, at, { type: 'error', error: request.error })
    const { state, refusal } = admit(
      runtime.settle().faults,
      request.method,
      at,
    )
    runtime.keepFaults(state)
    if (refusal !== undefined) return end(request, at, outcomeOf(refusal))
    return proceed({ request, at, signal })
  }

  function proceed(asked: Asked): Outcome | Promise<Outcome> {
    const { request, at } = asked
    if (isGone(asked)) return end(request, at, { type: 'network' })
    const { faults } = runtime.settle()
    const answered = answer(currentView(), faults, request, runtime.read)
    // A handler may have used the node's verbs meanwhile.
    if (answered.count !== undefined)
      runtime.keepFaults(answered.count(runtime.settle().faults))
    if (answered.heldBy !== undefined) return hold(asked, answered.heldBy)
    const { outcome, delay } = answered
    return delay > 0 || isPromised(outcome)
      ? finish(asked, answered)
      : end(request, at, outcome, answered.again)
  }

  function isGone({ signal }: Asked): boolean {
    return runtime.isDisposed || signal?.aborted === true
  }

  function currentView(): View {
    const { chain, time } = runtime.settle()
    if (chain !== view.chain || time !== view.now)
      view = { chain, now: time, pendingIdentity, handlers }
    return view
  }

  /** Released, it is answered at once, from the instant of the lift. */
  function hold(asked: Asked, fault: FaultId): Promise<Outcome> {
    return new Promise((resolve) => {
      waiting.hold(fault, asked.signal, () => resolve(proceed(asked)))
    })
  }

  async function finish(
    asked: Asked,
    { outcome, again, delay }: Answered,
  ): Promise<Outcome> {
    const { request, at, signal } = asked
    const late = delay > 0 ? waiting.delay(delay, signal) : undefined
    const final = isPromised(outcome)
      ? await waiting.settled(outcomeOfPromise(outcome.value), signal)
      : outcome
    const lateAt = await late
    return isGone(asked)
      ? end(request, at, { type: 'network' })
      : end(request, at, final, again, isPromised(outcome) ? undefined : lateAt)
  }

  function end(
    { method, params }: Request | typeof unreadable,
    at: number,
    outcome: Outcome,
    again?: () => Outcome,
    settledAt = runtime.settle().time,
  ): Outcome {
    const kept = again ?? (isUnshared(outcome) ? outcome : copyOutcome(outcome))
    const exchange = { method, params, at, settledAt, outcome: kept }
    exchanges.add(exchange)
    if (runtime.listeners.count('exchange') > 0)
      runtime.listeners
        .tell('exchange', readExchange(exchange))
        .forEach(reportUncaught)
    return outcome
  }

  return {
    ask,
    abandon: waiting.abandon,
    readExchanges: exchanges.read,
    dispose: waiting.end,
  }
}

const unreadable = { method: null, params: [] }

/** Nothing that its asker could edit. */
function isUnshared(outcome: Outcome): boolean {
  return outcome.type === 'result' && typeof outcome.value !== 'object'
}

type Promised = { type: 'result'; value: Promise<unknown> }

function isPromised(outcome: Outcome): outcome is Promised {
  return outcome.type === 'result' && outcome.value instanceof Promise
}

/** The outcome that a handler's promise stands for. */
async function outcomeOfPromise(value: Promise<unknown>): Promise<Outcome> {
  try {
    return { type: 'result', value: await value }
  } catch (error) {
    return { type: 'error', error: error as RpcError }
  }
}
