import type { BlockSelector } from '../../base/hex/hex.js'
import {
  decidesInclusion,
  type InclusionDecision,
  matchesSent,
  type Transaction,
} from '../../chain/model/transaction.js'
import type { Reads } from '../../rpc/method/method.js'
import {
  type ActiveFault,
  type Count,
  type Counted,
  countFaults,
  type FaultId,
  type FaultState,
  isDue,
  matchesAt,
} from './faultState.js'
import type { Match, Past, Stage } from './faultType.js'
import {
  type Fault,
  faultTypeOf,
  type HttpFault,
  type SocketFault,
} from './faultTypes.js'

/** The properties by which a fault matches a request. */
export type JudgedRequest = {
  readonly method: string
  /** The name of the endpoint that was asked, if it has one. */
  readonly endpoint?: string | undefined
  readonly reads: Reads
  /** Canonical; undefined without a selector or with malformed parameters. */
  readonly block: string | undefined
  /** ms of the node's time. */
  readonly now: number
}

/** The fault that gives the answer, or holds the request. */
export type Decision = {
  readonly fault: Fault
  readonly id: FaultId
}

/** A fault's counter that moves if the request gets far enough for it. */
type Touch = Count & { readonly fault: Fault }

/**
 * The faults' decision about a request, by how far the request gets (see
 * `decidingAt`).
 */
export type Verdict = {
  readonly decision: Decision | undefined
  /** ms by which the answer is delayed. */
  readonly delay: number
  /** The past instant from which the chain is read. */
  readonly past: Past | undefined
  /** The selector that is read in place of the requested one. */
  readonly skew: BlockSelector | undefined
  /** Whether 0x0 is read if the block is not found. */
  readonly zero: boolean
  readonly touched: readonly Touch[]
}

/** Of a request that no fault touches. */
const unaffected: Verdict = Object.freeze({
  decision: undefined,
  delay: 0,
  past: undefined,
  skew: undefined,
  zero: false,
  touched: [],
})

/**
 * Says what the faults make of a request. Nothing is counted yet: whether a
 * fault acts depends on how far the request gets.
 */
export function judgeRequest(
  state: FaultState,
  request: JudgedRequest,
): Verdict {
  const matching = state.active.filter((fault) => matches(fault, request))
  return matching.length === 0 ? unaffected : weigh(matching)
}

/** Whether any fault could touch a request of that method, as it arrives. */
export function mayAct(
  { active }: FaultState,
  method: string,
  now: number,
): boolean {
  for (const fault of active) if (matchesAt(fault, { method, now })) return true
  return false
}

function matches(active: ActiveFault, request: JudgedRequest): boolean {
  const { endpoint }: Match = active.fault
  return (
    matchesAt(active, request) &&
    (endpoint ?? request.endpoint) === request.endpoint &&
    (active.block === undefined || active.block === request.block) &&
    // A fault that could change nothing is not used up.
    (faultTypeOf(active.fault).changes?.(active.fault, request) ?? true)
  )
}

/** The first that decides, all delays, the last past and skew, any zero. */
function weigh(matching: readonly ActiveFault[]): Verdict {
  let decision: Decision | undefined
  let delay = 0
  let past: Past | undefined
  let skew: BlockSelector | undefined
  let zero = false
  const delays: Touch[] = []
  let pasts: Touch[] = []
  let skews: Touch[] = []
  const zeros: Touch[] = []
  const decisions: Touch[] = []

  for (const active of matching) {
    const { fault, id, since, instant } = active
    const due = isDue(active)
    const counter = due ? 'affected' : 'passed'
    const touch: Touch = { id, fault, counter }
    // A later one overrules those before, unless it lets the request through.
    const overrule = (touches: Touch[]) => (due ? [touch] : [...touches, touch])
    const { effect } = faultTypeOf(fault)
    switch (effect.type) {
      case 'delay':
        delays.push(touch)
        if (due) delay += effect.ms(fault)
        break
      case 'past':
        pasts = overrule(pasts)
        if (due)
          past = effect.past(fault, { since, from: fault.since, instant })
        break
      case 'redirect':
        skews = overrule(skews)
        if (due) skew = effect.to(fault)
        break
      case 'zero':
        if (zero) break
        zeros.push(touch)
        zero = due
        break
      case 'answer':
      case 'hold':
        if (decision !== undefined) break
        decisions.push(touch)
        if (due) decision = { fault, id }
        break
      case 'connection':
      case 'inclusion':
    }
  }

  // A held request has no outcome yet: once released it is judged anew.
  if (decision !== undefined && isHolding(decision))
    return { ...unaffected, decision, touched: decisions }
  const touched = [...delays, ...pasts, ...skews, ...zeros, ...decisions]
  return { decision, delay, past, skew, zero, touched }
}

/** The faults that affect a request at a stage. */
export function actingAt({ touched }: Verdict, stage: Stage): FaultId[] {
  return touched
    .filter(
      ({ fault, counter }) => counter === 'affected' && actsAt(fault, stage),
    )
    .map(({ id }) => id)
}

function actsAt(fault: Fault, stage: Stage): boolean {
  return faultTypeOf(fault).stages.includes(stage)
}

/** Whether the request waits for a lift rather than being answered. */
export function isHolding({ fault }: Decision): boolean {
  return faultTypeOf(fault).effect.type === 'hold'
}

/**
 * The fault that answers a request at this stage, or holds it, if one does. Ask
 * at each stage that the request reaches, in turn.
 */
export function decidingAt(
  { decision }: Verdict,
  stage: Stage,
): Decision | undefined {
  return decision !== undefined && actsAt(decision.fault, stage)
    ? decision
    : undefined
}

/**
 * Counts the request for the faults that acted on it, or would have if they had
 * not let it through, given the stage at which it was answered.
 */
export function countRequest(
  state: FaultState,
  { touched }: Verdict,
  stage: Stage,
): FaultState {
  const acted = touched.filter(({ fault }) => actsAt(fault, stage))
  return acted.length === 0 ? state : countFaults(state, acted)
}

/** A socket that opens, or a message on one. */
export type JudgedSocket = {
  readonly part: 'opening' | 'messages'
  /** Of a message; null if it has none, or several. */
  readonly method: string | null
  /** ms of the node's time. */
  readonly now: number
}

/** The first fault that acts on it, and the faults with it counted. */
export function judgeSocket(
  state: FaultState,
  judged: JudgedSocket,
): {
  state: FaultState
  acting: { fault: SocketFault; id: FaultId } | undefined
} {
  const counts: Count[] = []
  for (const active of state.active) {
    const { fault, id } = active
    if (fault.type !== 'socket' || fault[judged.part] === undefined) continue
    if (!matchesAt(active, judged)) continue
    const counter = isDue(active) ? 'affected' : 'passed'
    counts.push({ id, counter })
    if (counter === 'passed') continue
    return { state: countFaults(state, counts), acting: { fault, id } }
  }
  return counts.length === 0
    ? { state, acting: undefined }
    : { state: countFaults(state, counts), acting: undefined }
}

/**
 * The decision of the first fault that acts on a transaction that was sent, and
 * the faults with it counted.
 */
export function judgeTransaction(
  state: FaultState,
  transaction: Transaction,
  now: number,
): { state: FaultState; decision: InclusionDecision | null } {
  const counts: Count[] = []
  let decision: InclusionDecision | null = null
  for (const active of state.active) {
    const { fault, id } = active
    if (!decidesInclusion(fault)) continue
    if (!matchesAt(active, { method: null, now })) continue
    if (!matchesSent(fault, transaction)) continue
    const isActing = isDue(active)
    counts.push({ id, counter: isActing ? 'affected' : 'passed' })
    if (!isActing) continue
    decision = decisionOf(fault)
    break
  }
  return {
    state: counts.length === 0 ? state : countFaults(state, counts),
    decision,
  }
}

function decisionOf(fault: InclusionDecision): InclusionDecision {
  return fault.type === 'includeLate' || fault.type === 'drop'
    ? { type: fault.type, beats: fault.beats }
    : { type: fault.type }
}

const notAllowed: HttpFault = { type: 'http', status: 403 }
const tooMany: HttpFault = { type: 'http', status: 429 }

/**
 * Says whether the endpoint refuses a request, and counts it. As in proxyd's
 * in-memory limiter, consecutive windows of time have a count each, in which
 * refused requests count too.
 */
export function admit(
  state: FaultState,
  method: string,
  now: number,
): { state: FaultState; refusal: HttpFault | undefined } {
  const { allow, rate } = state.endpoint
  const refusal =
    allow === undefined || allow.has(method) ? undefined : notAllowed
  if (rate === undefined) return { state, refusal }
  const window = Math.floor(now / rate.per)
  const requests = requestsIn(window, state.counted)
  if (requests >= rate.requests) {
    const { retryAfter } = rate
    const headers = { 'retry-after': `${retryAfter}` }
    return {
      state,
      refusal: retryAfter === undefined ? tooMany : { ...tooMany, headers },
    }
  }
  return {
    state: { ...state, counted: { window, requests: requests + 1 } },
    refusal,
  }
}

function requestsIn(window: number, counted: Counted): number {
  return counted.window === window ? counted.requests : 0
}
