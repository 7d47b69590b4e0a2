import {
  type AccountSteps,
  type AccountVerbs,
  accountActs,
} from './accounts.js'
import type { ScriptAct } from './act.js'
import { type BlockSteps, type BlockVerbs, blockActs } from './blocks.js'
import { type NodeSteps, type NodeVerbs, nodeActs } from './node.js'
import { type RuleSteps, type RuleVerbs, ruleActs } from './rules.js'
import {
  type TransactionSteps,
  type TransactionVerbs,
  transactionActs,
} from './transactions.js'

/**
 * One scripted act, at an instant.
 *
 * @example
 * const steps: Step[] = [
 *   { at: 0, type: 'preconfirm', label: 'pay', from: alice, to: bob, value: 1n },
 *   { at: 600, type: 'drop', transaction: 'pay' },
 * ]
 */
export type Step = {
  /** ms since the node was created */
  at: number
} & (TransactionSteps | AccountSteps | RuleSteps | BlockSteps | NodeSteps)

/**
 * A step that acts at once, as `node.apply` takes it.
 *
 * @example
 * node.apply({ type: 'reorg', depth: 2 })
 */
export type StepNow = Timeless<Step>

type Timeless<step> = step extends unknown ? Omit<step, 'at'> : never

/** The verbs that apply a step at once. */
export type StepVerbs = TransactionVerbs &
  AccountVerbs &
  RuleVerbs &
  BlockVerbs &
  NodeVerbs

/** Every act that a script can do, in the order in which messages list them. */
export const steps = {
  ...transactionActs,
  ...accountActs,
  ...ruleActs,
  ...blockActs,
  ...nodeActs,
} satisfies { [type in Step['type']]: ScriptAct & { readonly type: type } }
