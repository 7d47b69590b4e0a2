import { display } from '../../base/hex/display.js'
import {
  type Issue,
  parseStateSelector,
  selectorText,
} from '../../base/hex/hex.js'
import type { Effect, Rule } from '../../chain/blocks/chain.js'
import { type Endpoint, type ResolvedRules, rulesOf } from './endpoint.js'
import type { Match, Window } from './faultType.js'
import type { Fault } from './faultTypes.js'

/**
 * Names one declaration of a fault. It is unique rather than a number, so that
 * what lifts a fault which a snapshot has undone cannot lift its successor.
 */
export type FaultId = symbol

/** A declared fault and how often it has acted. */
export type ActiveFault = {
  readonly id: FaultId
  readonly fault: Fault
  /** The selector that it matches, normalised. */
  readonly block: string | undefined
  /** When it was declared, ms of the node's time. */
  readonly since: number
  /** The node at that time, which only its owner can read. */
  readonly instant: unknown
  /** Requests or transactions let through, since the last one affected. */
  readonly passed: number
  /** Requests or transactions affected, `times` at most. */
  readonly affected: number
}

/** How many requests the endpoint has let through in a window of its `rate`. */
export type Counted = { readonly window: number; readonly requests: number }

/** The faults of a node, as a value: a snapshot is a reference to it. */
export type FaultState = {
  readonly endpoint: ResolvedRules
  /** The names that faults may choose. */
  readonly endpoints: readonly string[]
  /** Requests counted by the endpoint's `rate`. */
  readonly counted: Counted
  /** In the order of their declaration, those used up included. */
  readonly active: readonly ActiveFault[]
}

/** The state of a new node. */
export function noFaults(
  endpoint: Endpoint = 'dedicated',
  endpoints: readonly string[] = [],
): FaultState {
  return {
    endpoint: rulesOf(endpoint),
    endpoints,
    counted: { window: 0, requests: 0 },
    active: [],
  }
}

/** What is wrong with a fault that names an endpoint which the node lacks. */
export function findUnknownEndpoint(
  { endpoint }: Match,
  endpoints: readonly string[],
): Omit<Issue, 'path'> | undefined {
  if (endpoint === undefined || endpoints.includes(endpoint)) return undefined
  return {
    given: display(endpoint),
    expected:
      endpoints.length === 0
        ? 'a name of the option "endpoints", which has none'
        : `one of ${endpoints.map((name) => display(name)).join(', ')}`,
  }
}

type Declared = Partial<Pick<ActiveFault, 'since' | 'instant'>>

/** Declares a fault after all others. */
export function addFault(
  state: FaultState,
  fault: Fault,
  { since = 0, instant }: Declared = {},
): { state: FaultState; id: FaultId } {
  const id = Symbol(fault.label ?? fault.type)
  const { block: selector }: Match = fault
  const block = canonical(selector)
  const added = {
    id,
    fault,
    block,
    since,
    instant,
    passed: 0,
    affected: 0,
  }
  return { state: { ...state, active: [...state.active, added] }, id }
}

/** Lifts a fault; no change if it is lifted already. */
export function liftFault(state: FaultState, id: FaultId): FaultState {
  return keep(state, (active) => active.id !== id)
}

/** Lifts every fault with that label. */
export function liftLabel(state: FaultState, label: string): FaultState {
  return keep(state, ({ fault }) => fault.label !== label)
}

/** The faults that were declared and lifted from one state to the next. */
export function ruleEffects(before: FaultState, after: FaultState): Effect[] {
  // Most changes only count.
  if (haveSame(before.active, after.active)) return []
  const began = onlyIn(before, after)
  const ended = onlyIn(after, before)
  return [
    ...ended.map((rule) => ({ type: 'ruleEnded', rule }) as const),
    ...began.map((rule) => ({ type: 'ruleBegan', rule }) as const),
  ]
}

/** Those of the second that the first does not have. */
function onlyIn(one: FaultState, other: FaultState): Rule[] {
  const known = new Set(one.active.map(({ id }) => id))
  return other.active.filter(({ id }) => !known.has(id))
}

/** However often each of them has acted. */
function haveSame(
  one: readonly ActiveFault[],
  other: readonly ActiveFault[],
): boolean {
  return (
    one.length === other.length &&
    one.every(({ id }, index) => id === other[index]?.id)
  )
}

/** Whether what the fault holds is answered as it arrives. */
export function holdsAnswer(state: FaultState, id: FaultId): boolean {
  const fault = state.active.find((active) => active.id === id)?.fault
  return fault?.type === 'hold' && fault.what === 'answers'
}

/** Whether the fault is still declared: until it is not, a `hold` holds. */
export function isActive(state: FaultState, id: FaultId): boolean {
  return state.active.some((active) => active.id === id)
}

function keep(
  state: FaultState,
  stays: (active: ActiveFault) => boolean,
): FaultState {
  const active = state.active.filter(stays)
  return active.length === state.active.length ? state : { ...state, active }
}

/** The text that a request's selector is compared with, digit for digit. */
function canonical(block: Match['block']): string | undefined {
  if (block === undefined) return undefined
  const selector = parseStateSelector(block)
  return selector.ok ? selectorText(selector.value) : block
}

/** Whether a fault stands at that time. */
function isWithin(
  { since, until, times }: Window,
  now: number,
  affected: number,
): boolean {
  return (
    (since === undefined || since <= now) &&
    (until === undefined || now < until) &&
    (times === undefined || affected < times)
  )
}

/** Whether a fault stands at that time, and is for what has that method. */
export function matchesAt(
  { fault, affected }: ActiveFault,
  { method, now }: { readonly method: string | null; readonly now: number },
): boolean {
  const { methods }: Match = fault
  return (
    (methods === undefined || (method !== null && methods.includes(method))) &&
    isWithin(fault, now, affected)
  )
}

/** Whether the next one that it matches is let through, or affected. */
export function isDue({ fault, passed, affected }: ActiveFault): boolean {
  const { skip = 0, everyNth = 1 } = fault
  return passed >= (affected === 0 ? skip : 0) + everyNth - 1
}

/** What a fault did: it let something through, or affected it. */
export type Count = {
  readonly id: FaultId
  readonly counter: 'passed' | 'affected'
}

/** Counts what faults let through or affected. */
export function countFaults(
  state: FaultState,
  counts: readonly Count[],
  by = 1,
): FaultState {
  const active = state.active.map((fault) => {
    switch (counts.find(({ id }) => id === fault.id)?.counter) {
      case 'affected':
        return { ...fault, affected: fault.affected + by, passed: 0 }
      case 'passed':
        return { ...fault, passed: fault.passed + by }
      default:
        return fault
    }
  })
  return { ...state, active }
}

/** Fails all that is asked from an instant on: whoever is connected notices. */
function isOutage({ fault, block }: ActiveFault): boolean {
  const { methods, skip, everyNth, times }: Match = fault
  const narrowing = [methods, block, skip, everyNth, times]
  return (
    fault.type === 'network' && narrowing.every((field) => field === undefined)
  )
}

/** The outage that stood at some instant after `then`, up to `now`. */
export function outageIn(
  { active }: FaultState,
  then: number,
  now: number,
): ActiveFault | undefined {
  return active.find((one) => {
    const { until = Number.POSITIVE_INFINITY } = one.fault
    return isOutage(one) && beginOf(one) <= now && until > Math.min(then, now)
  })
}

/** When the next one begins, if there is one. */
export function nextOutage(
  { active }: FaultState,
  now: number,
): number | undefined {
  const starts = active.filter(isOutage).map(beginOf)
  const next = Math.min(...starts.filter((start) => start > now))
  return Number.isFinite(next) ? next : undefined
}

function beginOf({ fault: { since = 0 }, since: declared }: ActiveFault) {
  return Math.max(since, declared)
}
