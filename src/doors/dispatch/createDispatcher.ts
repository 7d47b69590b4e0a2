import type { TimeSource } from '../../base/clock/clock.js'
import { laterTurn } from '../../base/clock/turns.js'
import {
  type Address,
  type BlockSelector,
  parseStateSelector,
} from '../../base/hex/hex.js'
import {
  type Chain,
  latestNumber,
  positionOf,
} from '../../chain/blocks/chain.js'
import { hideOpen, namesOpen } from '../../chain/lookup/find.js'
import type { PendingIdentity } from '../../chain/model/config.js'
import {
  type FaultId,
  type FaultState,
  holdsAnswer,
  liftFault,
  noFaults,
} from '../../node/faults/faultState.js'
import type { Past, Stage } from '../../node/faults/faultType.js'
import {
  answerOf,
  type Fault,
  httpOutcome,
} from '../../node/faults/faultTypes.js'
import {
  actingAt,
  admit,
  countRequest,
  type Decision,
  decidingAt,
  isHolding,
  judgeRequest,
  mayAct,
  type Verdict,
} from '../../node/faults/judge.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { NodeState } from '../../node/runtime/state/nodeState.js'
import { reworded } from '../../rpc/answers/errorTexts.js'
import {
  type Answer,
  isPromised,
  type Outcome,
  outcomeOfPromise,
} from '../../rpc/answers/outcome.js'
import { parseParams, type ReadingMethod } from '../../rpc/method/method.js'
import {
  answerReading,
  findReading,
  type Prepared,
  type PreparedWrite,
  prepare,
  preparedSelector,
  type ReadRequest,
  reselect,
  runPrepared,
} from '../../rpc/request.js'
import type { Update } from '../../rpc/subscriptions/subscriptionType.js'
import {
  createFilters,
  createSubscriptions,
  toStanding,
} from '../../rpc/view/subscriptions.js'
import type {
  Answering,
  AnyHandler,
  Client,
  View,
} from '../../rpc/view/view.js'
import { createGates, failedWith, toWaiting, withFirst } from './createGates.js'
import { createKnownCalls } from './createKnownCalls.js'
import { keptOutcome, type Observed, toKept } from './createObserved.js'
import { createWaitingRequests } from './createWaitingRequests.js'
import {
  type Answered,
  type Asked,
  type Dispatcher,
  type InFlight,
  type RequestOrigin,
  type RpcRequest,
  unreadable,
  type WaitingRequest,
} from './dispatcher.js'
import { notifySubscribers } from './notifySubscribers.js'
import { write } from './write.js'

/** Few requests use subscriptions; all others share one view. */
function viewFor(
  method: string,
  { subscriber }: RequestOrigin,
  view: View,
  client: Client,
): View {
  return subscriber !== undefined &&
    (method === 'eth_subscribe' || method === 'eth_unsubscribe')
    ? { ...view, client: { ...client, subscriber } }
    : view
}

/**
 * Answers need no turn of the event loop, so code that asks again and again
 * without a pause would keep every timer from firing, that of the test, too.
 */
const asksOfATurn = 10_000

const endpoint: RequestOrigin = { via: 'endpoint', isFaulted: true }

/** Takes requests through endpoint, faults and methods, and records them. */
export function createDispatcher({
  runtime,
  source,
  handlers,
  pendingIdentity,
  answering,
  senders,
  observed,
  subscriptions: options,
}: {
  runtime: Runtime
  source: TimeSource
  handlers: ReadonlyMap<string, AnyHandler>
  pendingIdentity: PendingIdentity
  answering: Answering
  senders: ReadonlySet<Address>
  observed: Observed
  subscriptions: Update['options']
}): Dispatcher {
  const { addRequest } = observed
  const waiting = createWaitingRequests(runtime, source)
  const unanswered = new Map<InFlight, WaitingRequest['heldBy']>()
  const gates = createGates(runtime)
  const first = runtime.settle()
  const subscriptions = createSubscriptions(runtime.watch)
  const rules = first.faults.endpoint
  const { logRange, logs: mostLogs, answer: mostBytes } = rules
  /** Whether it refuses no request, and no answer. */
  const isOpen = !rules.allow && !rules.rate && mostBytes === undefined
  const client: Client = {
    filters: createFilters(),
    subscriptions,
  }
  // Field by field: time moves between most requests, and each needs one anew.
  const viewAt = ({ chain, time: now }: NodeState): View => ({
    chain,
    now,
    pendingIdentity,
    answering,
    senders,
    handlers,
    client,
    logRange,
    mostLogs,
  })
  let view = viewAt(first)
  const currentView = () => viewOf(runtime.settle())
  notifySubscribers(runtime, client, () => view, options)

  const knownCalls = createKnownCalls()
  let asks = 0
  function dispatch(
    request: ReadRequest,
    signal?: AbortSignal | undefined,
    origin: RequestOrigin = endpoint,
  ): Outcome | Promise<Outcome> {
    const outcome = take(request, signal, origin)
    return ++asks % asksOfATurn === 0
      ? laterTurn().then(() => outcome)
      : outcome
  }

  /** First: admitted by the endpoint, at an instant. */
  function take(
    request: ReadRequest,
    signal: AbortSignal | undefined,
    origin: RequestOrigin,
  ): Outcome | Promise<Outcome> {
    if (runtime.isDisposed()) return { type: 'network' }
    const state = runtime.settle()
    const { time: at, faults } = state
    if (!request.ok)
      return end(
        { request: unreadable, at, origin },
        { type: 'error', error: request.error },
      )
    const seen = viewOf(state)
    const { method, params } = request
    const isFree =
      isOpen &&
      (!origin.isFaulted || !mayAct(faults, method, at)) &&
      signal?.aborted !== true
    const reading = isFree ? findReading(seen, method) : undefined
    if (reading !== undefined) {
      const known = knownCalls.find(seen.chain, request)
      if (known !== undefined) {
        const { request, outcome } = known
        addRequest({ request, origin, view: seen, outcome })
        return outcome
      }
      const args = parseParams(reading.params, params)
      if (args.ok)
        return answerAtOnce(request, reading, args.value, origin, seen)
    }
    const prepared = prepare(seen, method, params)
    const inFlight = { request, at, signal, origin }
    if (!origin.isFaulted) return proceed(inFlight, state, none, prepared)
    const { state: counted, refusal } = admit(faults, request.method, at)
    if (counted !== faults) runtime.setFaults(counted)
    return refusal === undefined
      ? proceed(inFlight, state, counted, prepared)
      : end(inFlight, httpOutcome(refusal))
  }

  /**
   * A built-in read on which no rule acts: most are such, and need nothing of
   * what rules ask for.
   */
  function answerAtOnce(
    request: RpcRequest,
    reading: ReadingMethod,
    args: readonly unknown[],
    origin: RequestOrigin,
    seen: View,
  ): Outcome {
    const { method } = request
    const view = viewFor(method, origin, seen, client)
    const answer = answerReading(view, method, reading, args)
    const outcome = worded(answer, view, request, origin)
    knownCalls.keep(view.chain, request, outcome)
    addRequest({
      request,
      origin,
      view,
      outcome: keptOutcome(outcome, reading.reads),
    })
    return outcome
  }

  /** Second: answered under the faults of that instant. */
  function proceed(
    inFlight: InFlight,
    state: NodeState,
    faults: FaultState,
    prepared?: Prepared,
  ): Outcome | Promise<Outcome> {
    return isGone(inFlight)
      ? end(inFlight, noConnection)
      : finish(inFlight, answer(inFlight, state, faults, prepared))
  }

  /** Judged, run or written, and counted. */
  function answer(
    inFlight: InFlight,
    state: NodeState,
    faults: FaultState,
    given?: Prepared,
  ): Answered {
    const { request, signal, origin } = inFlight
    const { method, params } = request
    const view = viewFor(method, origin, viewOf(state), client)
    // Whoever waited may find another handler.
    const prepared = given ?? prepare(view, method, params)
    const answered = answerRequest(view, faults, request, prepared, {
      origin,
      position: positionOf(state.chain.log),
      read: runtime.read,
      write: (prepared) =>
        write(view, prepared, runtime, {
          by: origin.via === 'wallet' ? 'wallet' : 'request',
          currentView,
          after: (ms, go) => waiting.after(ms, signal, go),
        }),
    })
    // A handler may have used the node's verbs meanwhile, or moved its clock.
    if (handlers.has(method)) runtime.settle()
    if (answered.count !== undefined)
      runtime.setFaults(answered.count(runtime.state().faults))
    return mostBytes !== undefined && isLonger(answered.outcome, mostBytes)
      ? { ...answered, outcome: tooLong(mostBytes) }
      : answered
  }

  /** Ended at once, unless it is held, late or promised by its handler. */
  function finish(
    inFlight: InFlight,
    answered: Answered,
  ): Outcome | Promise<Outcome> {
    if (isGone(inFlight)) return end(inFlight, noConnection)
    if (answered.heldBy !== undefined) return hold(inFlight, answered.heldBy)
    return answered.delay > 0 || isPromised(answered.outcome)
      ? finishLate(inFlight, answered)
      : end(inFlight, answered.outcome, answered)
  }

  function isGone({ signal }: InFlight): boolean {
    return runtime.isDisposed() || signal?.aborted === true
  }

  function viewOf(state: NodeState): View {
    if (state.chain !== view.chain || state.time !== view.now)
      view = viewAt(state)
    return view
  }

  /** Waits for the lift of a fault, which may be that of a gate. */
  function hold(inFlight: InFlight, fault: FaultId): Promise<Outcome> {
    const gate = gates.find(fault)
    const state = runtime.state()
    const ready = holdsAnswer(state.faults, fault)
      ? answer(inFlight, state, liftFault(state.faults, fault))
      : undefined
    unanswered.set(inFlight, gate === undefined ? 'fault' : 'gate')
    gate?.arrive(toWaiting(inFlight.request, inFlight.at))
    return new Promise((resolve) => {
      waiting.hold(fault, inFlight.signal, () => {
        unanswered.delete(inFlight)
        resolve(released(inFlight, ready, gate?.failing))
      })
    })
  }

  /**
   * Continues from the instant of the lift. An answered request has been done
   * and is not done again; everything later is judged anew.
   */
  function released(
    inFlight: InFlight,
    ready: Answered | undefined,
    failing: Fault | undefined,
  ): Outcome | Promise<Outcome> {
    const state = runtime.settle()
    const isDone = ready?.heldBy === undefined || failing === undefined
    if (ready !== undefined && isDone)
      return finish(inFlight, failedWith(ready, failing))
    const faults = inFlight.origin.isFaulted ? state.faults : none
    return proceed(inFlight, state, withFirst(faults, failing))
  }

  async function finishLate(
    inFlight: InFlight,
    answered: Answered,
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
    const { time } = runtime.settle()
    return isGone(inFlight)
      ? end(inFlight, noConnection)
      : end(
          inFlight,
          final,
          answered,
          isPromised(outcome) ? time : (lateAt ?? time),
        )
  }

  function end(
    asked: Asked,
    outcome: Outcome,
    answered?: Answered,
    settledAt = runtime.state().time,
  ): Outcome {
    const ran = outcome.type === 'result' ? answered?.ran : undefined
    addRequest({
      via: asked.origin.via,
      endpoint: asked.origin.endpoint,
      request: asked.request,
      at: asked.at,
      settledAt,
      outcome: toKept(outcome, ran),
      ran,
      rules: answered?.rules ?? noRules,
      position: answered?.position ?? positionOf(runtime.state().chain.log),
    })
    return outcome
  }

  return {
    dispatch,
    abandon: waiting.abandon,
    answeredRequests: observed.readRequests,
    readWaiting: () =>
      [...unanswered].map(([inFlight, heldBy]) => ({
        ...toWaiting(inFlight.request, inFlight.at),
        heldBy,
      })),
    isWaiting: () => unanswered.size > 0,
    record: (asked, outcome) =>
      void end(asked, outcome, undefined, runtime.settle().time),
    hold: gates.hold,
    after: waiting.after,
    untilLifted: waiting.hold,
    readSubscriptions: () => [...subscriptions.list()].map(toStanding),
    leave: subscriptions.clear,
    dispose() {
      gates.dispose()
      subscriptions.clear()
      waiting.end()
    },
  }
}

function isLonger(outcome: Outcome, most: number): boolean {
  return (
    outcome.type === 'result' &&
    !isPromised(outcome) &&
    (JSON.stringify(outcome.value)?.length ?? 0) > most
  )
}

/** As reth's server, jsonrpsee, answers. */
function tooLong(most: number): Outcome {
  const data = `Exceeded max limit of ${most}`
  const message = 'Response is too big'
  return { type: 'error', error: { code: -32008, message, data } }
}

const none = noFaults()
const noConnection: Outcome = { type: 'network' }

/** The means of a request beyond its view. */
type Context = {
  readonly origin: RequestOrigin
  /** The position in the chain's log at which it is answered. */
  readonly position: number
  /** The chain as it was. */
  readonly read: (past: Past) => Chain
  /** Performs a write at once; never throws. */
  readonly write: (prepared: PreparedWrite) => Answer
}

/**
 * Answers a request from one instant of the node. Faults may answer instead,
 * before it runs or after; a write that happened by then stays.
 */
function answerRequest(
  view: View,
  faults: FaultState,
  request: RpcRequest,
  prepared: Prepared,
  { origin, position, read, write }: Context,
): Answered {
  const verdict = judgeRequest(faults, {
    method: request.method,
    endpoint: origin.endpoint,
    reads: prepared.reads,
    block: preparedSelector(prepared),
    now: view.now,
  })

  const asked = decidingAt(verdict, 'asked')
  if (asked !== undefined) return decided(verdict, 'asked', asked, position)
  const parsed = parsedStage(prepared)
  const early = decidingAt(verdict, parsed)
  if (early !== undefined) return decided(verdict, parsed, early, position)

  const answered =
    prepared.type === 'write'
      ? { outcome: write(prepared), ran: undefined }
      : run(view, prepared, verdict, read)
  const reached =
    prepared.type === 'refused' ? parsed : ranStage(answered.outcome)
  const isZeroed =
    verdict.zero && reached === 'notFound' && prepared.type !== 'write'
  const stage = isZeroed ? 'zeroed' : reached
  const answer = isZeroed ? zero : answered.outcome
  const outcome = worded(answer, view, request, origin)
  const late = decidingAt(verdict, stage)
  if (late !== undefined)
    return decided(verdict, stage, late, position, outcome)
  return {
    outcome,
    count: countAt(verdict, stage),
    rules: rulesAt(verdict, stage),
    position,
    delay: verdict.delay,
    heldBy: undefined,
    ran: answered.ran,
  }
}

/** An error in the words of the node that this one is like. */
function worded(
  outcome: Outcome,
  { answering, chain }: View,
  request: RpcRequest,
  { subscriber }: RequestOrigin,
): Outcome {
  return outcome.type === 'error'
    ? reworded(outcome, answering.errorTexts, {
        ...request,
        latest: latestNumber(chain),
        socket: subscriber?.socket,
      })
    : outcome
}

const zero: Outcome = { type: 'result', value: '0x0' }

/** The stage it reaches before it runs. */
function parsedStage(prepared: Prepared): Stage {
  if (prepared.type !== 'refused') return 'parsed'
  return prepared.error.code === -32601 ? 'unknown' : 'malformed'
}

function ranStage(outcome: Outcome): Stage {
  if (outcome.type !== 'error') return 'answered'
  return outcome.error.code === -32001 ? 'notFound' : 'failed'
}

/** Runs a read, on the chain and the block that the faults choose. */
function run(
  now: View,
  asked: Exclude<Prepared, PreparedWrite>,
  { past, skew }: Verdict,
  read: Context['read'],
): Pick<Answered, 'outcome' | 'ran'> {
  const then = past === undefined ? now : { ...now, chain: read(past) }
  const view = skew === undefined ? then : skewed(then, asked, skew)
  const prepared = skew === undefined ? asked : reselect(asked, skew)
  return { outcome: runPrepared(view, prepared), ran: { view, prepared } }
}

/** Look-ups by hash skip the hidden block. */
function skewed(view: View, prepared: Prepared, to: BlockSelector): View {
  const selector = parseStateSelector(to)
  const isHidden = !(selector.ok && namesOpen(view.chain, selector.value))
  return prepared.reads === 'transaction' && isHidden
    ? { ...view, chain: hideOpen(view.chain) }
    : view
}

/** A fault answers instead, or holds the answer. */
function decided(
  verdict: Verdict,
  stage: Stage,
  decision: Decision,
  position: number,
  ran?: Outcome,
): Answered {
  return {
    outcome: answerOf(decision.fault, ran) ?? { type: 'network' },
    count: countAt(verdict, stage),
    rules: rulesAt(verdict, stage),
    position,
    delay: verdict.delay,
    heldBy: isHolding(decision) ? decision.id : undefined,
    ran: undefined,
  }
}

function countAt(verdict: Verdict, stage: Stage): Answered['count'] {
  return verdict.touched.length === 0
    ? undefined
    : (faults) => countRequest(faults, verdict, stage)
}

function rulesAt(verdict: Verdict, stage: Stage): readonly FaultId[] {
  return verdict.touched.length === 0 ? noRules : actingAt(verdict, stage)
}

const noRules: readonly never[] = []
