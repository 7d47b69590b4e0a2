import { parseStateSelector, selectorText } from '../../base/hex/parse.js'
import type { Effect, Rule } from '../../chain/blocks/chain.js'
import { type Endpoint, type ResolvedRules, rulesOf } from './endpoint.js'
import type { Fault } from './fault.js'
import type { ActiveRule } from './inclusionRule.js'

/**
 * Names one declaration of a fault. It is unique rather than a number, so that
 * what lifts a fault which a snapshot has undone cannot lift its successor.
 */
export type FaultId = symbol

/** A declared fault and how often it has acted. */
export type ActiveFault = {
  readonly id: FaultId
  readonly fault: Fault
  readonly label: string | undefined
  /** The selector that it matches, normalised. */
  readonly block: string | undefined
  /** When it was declared, ms of the node's time. */
  readonly since: number
  /** The node at that time, which only its owner can read. */
  readonly instant: unknown
  /** Requests let through, since the last one that was affected. */
  readonly passed: number
  /** Requests affected, `times` at most. */
  readonly affected: number
}

/** How many requests the endpoint has let through in a window of its `rate`. */
export type Counted = { readonly window: number; readonly requests: number }

/** The faults of a node, as a value: a snapshot is a reference to it. */
export type FaultState = {
  readonly endpoint: ResolvedRules
  /** Requests counted by the endpoint's `rate`. */
  readonly counted: Counted
  /** In the order of their declaration, those used up included. */
  readonly active: readonly ActiveFault[]
  /** Inclusion rules for transactions that are sent, in the same order. */
  readonly rules: readonly ActiveRule[]
}

/** The state of a new node. */
export function noFaults(endpoint: Endpoint = 'dedicated'): FaultState {
  return {
    endpoint: rulesOf(endpoint),
    counted: { window: 0, requests: 0 },
    active: [],
    rules: [],
  }
}

type Declared = Partial<Pick<ActiveFault, 'since' | 'instant' | 'label'>>

/** Declares a fault after all others. */
export function addFault(
  state: FaultState,
  fault: Fault,
  { since = 0, instant, label }: Declared = {},
): { state: FaultState; id: FaultId } {
  const id = Symbol(label ?? fault.type)
  const block = canonical(fault.block)
  const added = {
    id,
    fault,
    label,
    block,
    since,
    instant,
    passed: 0,
    affected: 0,
  }
  return { state: { ...state, active: [...state.active, added] }, id }
}

/** Lifts a fault or a rule; no change if it is lifted already. */
export function liftFault(state: FaultState, id: FaultId): FaultState {
  return keep(
    state,
    (active) => active.id !== id,
    (active) => active.id !== id,
  )
}

/** Lifts every fault and rule with that label. */
export function liftLabel(state: FaultState, label: string): FaultState {
  return keep(
    state,
    (active) => active.label !== label,
    ({ rule }) => rule.label !== label,
  )
}

/** The rules that were declared and lifted from one state to the next. */
export function ruleEffects(before: FaultState, after: FaultState): Effect[] {
  const began = onlyIn(before, after)
  const ended = onlyIn(after, before)
  return [
    ...ended.map((rule) => ({ type: 'ruleEnded', rule }) as const),
    ...began.map((rule) => ({ type: 'ruleBegan', rule }) as const),
  ]
}

/** Those of the second that the first does not have. */
function onlyIn(one: FaultState, other: FaultState): Rule[] {
  if (one.active === other.active && one.rules === other.rules) return []
  const known = new Set([...one.active, ...one.rules].map(({ id }) => id))
  return [...other.active, ...other.rules].filter(({ id }) => !known.has(id))
}

/** Whether the fault is still declared: until it is not, a `hold` holds. */
export function isActive(state: FaultState, id: FaultId): boolean {
  return state.active.some((active) => active.id === id)
}

function keep(
  state: FaultState,
  stays: (active: ActiveFault) => boolean,
  staysRule: (active: ActiveRule) => boolean,
): FaultState {
  const active = state.active.filter(stays)
  const rules = state.rules.filter(staysRule)
  const isSame =
    active.length === state.active.length && rules.length === state.rules.length
  return isSame ? state : { ...state, active, rules }
}

/** The text that a request's selector is compared with, digit for digit. */
function canonical(block: Fault['block']): string | undefined {
  if (block === undefined) return undefined
  const selector = parseStateSelector(block)
  return selector.ok ? selectorText(selector.value) : block
}
