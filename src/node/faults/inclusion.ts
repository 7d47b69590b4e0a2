import {
  type InclusionDecision,
  matchesSent,
  type Transaction,
} from '../../chain/model/transaction.js'
import type { FaultId, FaultState } from './faultState.js'
import type { ActiveRule, InclusionRule } from './inclusionRule.js'
import { isWithin } from './isWithin.js'

/** Declares a rule after all others. */
export function addRule(
  state: FaultState,
  rule: InclusionRule,
): { state: FaultState; id: FaultId } {
  const id = Symbol(rule.label ?? rule.type)
  const added = { id, rule, passed: 0, affected: 0 }
  return { state: { ...state, rules: [...state.rules, added] }, id }
}

/**
 * The decision of the first rule that matches, and the rules with it counted.
 */
export function decide(
  state: FaultState,
  transaction: Transaction,
  now: number,
): { state: FaultState; fate: InclusionDecision | null } {
  const rules = [...state.rules]
  for (const [position, active] of rules.entries()) {
    if (!matches(active, transaction, now)) continue
    const { rule, passed, affected } = active
    if (passed < (rule.skip ?? 0)) {
      rules[position] = { ...active, passed: passed + 1 }
      continue
    }
    rules[position] = { ...active, affected: affected + 1 }
    return { state: { ...state, rules }, fate: decisionOf(rule) }
  }
  return { state: { ...state, rules }, fate: null }
}

function matches(
  { rule, affected }: ActiveRule,
  transaction: Transaction,
  now: number,
): boolean {
  return (
    isWithin(rule, now, affected) && matchesSent(rule.match ?? {}, transaction)
  )
}

function decisionOf(rule: InclusionRule): InclusionDecision {
  return rule.type === 'delay' || rule.type === 'drop'
    ? { type: rule.type, beats: rule.beats }
    : { type: rule.type }
}
