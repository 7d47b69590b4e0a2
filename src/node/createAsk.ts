import type { PendingIdentity } from '../chain/config.js'
import type { TimeSource } from '../clock/clock.js'
import { type FaultId, isActive } from '../faults/faultState.js'
import { type Answered, answer, type Request } from '../rpc/answer.js'
import { copyOutcome } from '../rpc/copyJson.js'
import type { Outcome, RpcError } from '../rpc/outcome.js'
import { readRequest } from '../rpc/readRequest.js'
import type { Handler, View } from '../rpc/view.js'
import { createExchanges, type Exchange, readExchange } from './exchanges.js'
import { reportUncaught } from './listeners.js'
import type { Moment } from './moment.js'
import type { Node } from './node.js'

/** Answers a request: at once, or later where a fault or a handler says so. */
export type Ask = (raw: unknown) => Outcome | Promise<Outcome>

/** A request that waits for a lift, for its time or for its handler. */
type Waiting = {
  isOver(moment: Moment): boolean
  go(): void
}

/** The way of a request through the node, and the record of it. */
export function createAsk({
  node,
  source,
  handlers,
  pendingIdentity,
  kept,
}: {
  node: Node
  source: TimeSource
  handlers: ReadonlyMap<string, Handler>
  pendingIdentity: PendingIdentity
  /** How many exchanges are kept. */
  kept: number
}): { ask: Ask; readExchanges(): readonly Exchange[]; dispose(): void } {
  const exchanges = createExchanges(kept)
  const waiting = new Set<Waiting>()
  const { chain, time } = node.settle()
  let view: View = { chain, now: time, pendingIdentity, handlers }
  node.onRelease(() => {
    const moment = node.settle()
    go((one) => one.isOver(moment))
  })

  function go(isOver: (one: Waiting) => boolean) {
    for (const one of [...waiting]) {
      if (isOver(one) && waiting.delete(one)) one.go()
    }
  }

  function ask(raw: unknown): Outcome | Promise<Outcome> {
    if (node.isDisposed) return { type: 'network' }
    const at = node.settle().time
    const request = readRequest(raw)
    return request.ok
      ? proceed(request, at)
      : end(unreadable, at, { type: 'error', error: request.error })
  }

  function proceed(request: Request, at: number): Outcome | Promise<Outcome> {
    if (node.isDisposed) return end(request, at, { type: 'network' })
    const { faults } = node.settle()
    const answered = answer(currentView(), faults, request, node.past)
    if (answered.count !== undefined) {
      // A handler may have used the node's verbs meanwhile.
      const moment = node.settle()
      const counted = answered.count(moment.faults)
      if (counted !== moment.faults) node.commit({ ...moment, faults: counted })
    }
    if (answered.heldBy !== undefined) return hold(request, at, answered.heldBy)
    const { outcome, delay } = answered
    return delay > 0 || isPromised(outcome)
      ? finish(request, at, answered)
      : end(request, at, outcome, answered.again)
  }

  function currentView(): View {
    const { chain, time } = node.settle()
    if (chain !== view.chain || time !== view.now)
      view = { chain, now: time, pendingIdentity, handlers }
    return view
  }

  /** Released, it is answered at once, from the instant of the lift. */
  function hold(
    request: Request,
    at: number,
    fault: FaultId,
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      const go = () => resolve(proceed(request, at))
      const isOver = ({ faults }: Moment) => !isActive(faults, fault)
      waiting.add({ isOver, go })
    })
  }

  async function finish(
    request: Request,
    at: number,
    { outcome, again, delay }: Answered,
  ): Promise<Outcome> {
    const late = delay > 0 ? wait(delay) : undefined
    const final = isPromised(outcome)
      ? await unlessDisposed(outcomeOf(outcome.value))
      : outcome
    const lateAt = await late
    return node.isDisposed
      ? end(request, at, { type: 'network' })
      : end(request, at, final, again, isPromised(outcome) ? undefined : lateAt)
  }

  /** A handler may never settle what it promised. */
  function unlessDisposed(promised: Promise<Outcome>): Promise<Outcome> {
    return new Promise((resolve) => {
      const go = () => resolve({ type: 'network' })
      const over = { isOver: () => false, go }
      waiting.add(over)
      void promised.then((outcome) => {
        waiting.delete(over)
        resolve(outcome)
      })
    })
  }

  /** Resolves to when it was over, however far time has moved since. */
  function wait(ms: number): Promise<number | undefined> {
    return new Promise((resolve) => {
      const cancel = source.after(ms, () => {
        waiting.delete(over)
        resolve(node.settle().time)
      })
      const dueAt = node.settle().time + ms
      const over: Waiting = {
        // Asked while time catches up, or with a seek, it is due sooner.
        isOver: ({ time }) => time >= dueAt,
        go() {
          cancel()
          resolve(node.isDisposed ? undefined : dueAt)
        },
      }
      waiting.add(over)
    })
  }

  function end(
    { method, params }: Request | typeof unreadable,
    at: number,
    outcome: Outcome,
    again?: () => Outcome,
    settledAt = node.settle().time,
  ): Outcome {
    const kept = again ?? (isUnshared(outcome) ? outcome : copyOutcome(outcome))
    const exchange = { method, params, at, settledAt, outcome: kept }
    exchanges.add(exchange)
    if (node.listeners.count('exchange') > 0)
      node.listeners
        .tell('exchange', readExchange(exchange))
        .forEach(reportUncaught)
    return outcome
  }

  return {
    ask,
    readExchanges: exchanges.read,
    /** Whoever still waits is told that the connection is gone. */
    dispose: () => go(() => true),
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
async function outcomeOf(value: Promise<unknown>): Promise<Outcome> {
  try {
    return { type: 'result', value: await value }
  } catch (error) {
    return { type: 'error', error: error as RpcError }
  }
}
