import type { BlockSelector } from '../hex/selector.js'
import type { Reads } from '../rpc/method.js'
import type { Fault } from './fault.js'
import type { ActiveFault, FaultId, FaultState } from './faultState.js'

/** What a fault is matched with. */
export type JudgedRequest = {
  readonly method: string
  readonly reads: Reads
  /** Canonical; undefined without a selector or with malformed parameters. */
  readonly block: string | undefined
  /** ms of the node's time. */
  readonly now: number
}

export type DecidingFault = Extract<
  Fault,
  { type: 'http' | 'network' | 'lost' | 'hang' | 'rpc' | 'null' }
>

/** The fault that gives the answer. */
export type Decision = {
  readonly fault: DecidingFault
  readonly id: FaultId
}

/** A fault's counter that moves if the request gets far enough for it. */
type Touch = {
  readonly id: FaultId
  readonly type: Fault['type']
  readonly counter: 'passed' | 'affected'
}

/** A past instant: the instant itself, its ms, or how many beats ago it was. */
export type Past =
  | { readonly instant: unknown }
  | { readonly at: number }
  | { readonly beats: number }

/**
 * What faults do to a request, depending on how far it gets (see `decidingAt`).
 */
export type Verdict = {
  readonly decision: Decision | undefined
  /** ms by which the answer is late. */
  readonly delay: number
  /** The past instant from which the chain is read. */
  readonly past: Past | undefined
  /** The selector that is read in the place of the one asked for. */
  readonly skew: BlockSelector | undefined
  /** Whether 0x0 is read where the block is not found. */
  readonly zero: boolean
  readonly touched: readonly Touch[]
}

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
export function judge(state: FaultState, request: JudgedRequest): Verdict {
  const { active } = state
  if (active.length === 0) return unaffected
  const matching = active.filter((fault) => matches(fault, request))
  return matching.length === 0 ? unaffected : weigh(matching)
}

function matches(active: ActiveFault, request: JudgedRequest): boolean {
  const { methods, times, from, until } = active.fault
  return (
    (methods === undefined || methods.includes(request.method)) &&
    (active.block === undefined || active.block === request.block) &&
    (from === undefined || from <= request.now) &&
    (until === undefined || request.now < until) &&
    (times === undefined || active.affected < times) &&
    isAffected(active.fault, request.reads)
  )
}

/** A fault that could change nothing is not used up. */
function isAffected(fault: Fault, reads: Reads): boolean {
  switch (fault.type) {
    case 'stale':
    case 'frozen':
      return reads !== 'nothing'
    case 'skew':
      return (
        reads === 'block' || (reads === 'transaction' && fault.to !== 'pending')
      )
    default:
      return true
  }
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
    const { fault, id } = active
    const due = isDue(active)
    const counter = due ? 'affected' : 'passed'
    const touch: Touch = { id, type: fault.type, counter }
    // A later one overrules those before, unless it lets the request through.
    const overrule = (touches: Touch[]) => (due ? [touch] : [...touches, touch])
    switch (fault.type) {
      case 'delay':
        delays.push(touch)
        if (due) delay += fault.ms
        break
      case 'stale':
        pasts = overrule(pasts)
        if (due) past = { beats: fault.beats }
        break
      case 'frozen':
        pasts = overrule(pasts)
        if (due)
          past =
            fault.from !== undefined && fault.from > active.since
              ? { at: fault.from }
              : { instant: active.instant }
        break
      case 'skew':
        skews = overrule(skews)
        if (due) skew = fault.to
        break
      case 'zero':
        if (zero) break
        zeros.push(touch)
        zero = due
        break
      default:
        if (decision !== undefined) break
        decisions.push(touch)
        if (due) decision = { fault, id }
    }
  }

  // A held request has no outcome yet: once released it is judged anew.
  if (decision?.fault.type === 'hang')
    return { ...unaffected, decision, touched: decisions }
  const touched = [...delays, ...pasts, ...skews, ...zeros, ...decisions]
  return { decision, delay, past, skew, zero, touched }
}

function isDue({ fault, passed, affected }: ActiveFault): boolean {
  const { after = 0, every = 1 } = fault
  return passed >= (affected === 0 ? after : 0) + every - 1
}

/**
 * How far a request got: its parameters not looked at yet, found malformed, its
 * method unknown, both good but not run, its block not found, this read as zero,
 * run into another error, run to a value.
 */
export type Stage =
  | 'asked'
  | 'malformed'
  | 'unknown'
  | 'parsed'
  | 'notFound'
  | 'zeroed'
  | 'failed'
  | 'answered'

const ran: readonly Stage[] = ['notFound', 'zeroed', 'failed', 'answered']
const parsed: readonly Stage[] = ['unknown', 'parsed', ...ran]
const anywhere: readonly Stage[] = ['asked', 'malformed', ...parsed]

/** Where a fault of each type acts. */
const acting: { readonly [type in Fault['type']]: readonly Stage[] } = {
  http: anywhere,
  rpc: parsed,
  null: ['zeroed', 'answered'],
  network: anywhere,
  lost: ['malformed', 'unknown', ...ran],
  delay: anywhere,
  hang: anywhere,
  stale: ran,
  frozen: ran,
  skew: ran,
  zero: ['notFound', 'zeroed'],
}

function actsAt(type: Fault['type'], stage: Stage): boolean {
  return acting[type].includes(stage)
}

/**
 * The fault that answers a request at this stage, if one does. Asked at each
 * stage in turn, it is `http`, `network` or `hang` before parameters are looked
 * at, `rpc` once they are good or the method is unknown, `null` where there is a
 * value to replace, and `lost` once all is done.
 */
export function decidingAt(
  { decision }: Verdict,
  stage: Stage,
): Decision | undefined {
  return decision !== undefined && actsAt(decision.fault.type, stage)
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
  if (touched.length === 0) return state
  const acted = touched.filter(({ type }) => actsAt(type, stage))
  if (acted.length === 0) return state
  const active = state.active.map((fault) => {
    const counter = acted.find(({ id }) => id === fault.id)?.counter
    switch (counter) {
      case 'affected':
        return { ...fault, affected: fault.affected + 1, passed: 0 }
      case 'passed':
        return { ...fault, passed: fault.passed + 1 }
      default:
        return fault
    }
  })
  return { ...state, active }
}
