import * as z from 'zod/mini'
import * as values from '../../../base/validation/values.js'
import { value } from '../../schema/schema.js'
import {
  type TransactionName,
  transactionNames,
} from '../../schema/transactionName.js'
import type { RolesOf } from '../names/roles.js'
import { reorgBy } from '../transitions/replaceBlocks.js'
import type { StepWithVerb } from './internal/stepFile.js'

/** Replaces the newest sealed blocks. */
export type ReorgStep = { type: 'reorg' } & ReorgParameters

type ReorgParameters = {
  /** blocks; default 1 */
  depth?: number | undefined
  /**
   * Transactions that the new blocks are without; without it, the new blocks
   * are empty.
   */
  omit?: readonly TransactionName[] | undefined
}

export type ReorgVerb = {
  /**
   * Replaces the newest sealed blocks. The new blocks hold the same
   * transactions except those in `omit`, or none if `omit` is absent. Pending
   * transactions return to the queue.
   *
   * @example
   * node.reorg() // latest is another, empty block
   * node.reorg({ depth: 2, omit: ['payment'] })
   *
   * @throws ChainRuleError when it would replace the first block or an imported one.
   * @throws UnknownTransactionError when `omit` names a transaction that none of
   * the replaced blocks holds.
   */
  reorg(parameters?: ReorgParameters): void
}

export const reorgNames: RolesOf<ReorgStep> = { omit: 'transaction' }

export const reorg = {
  type: 'reorg',
  fields: () => ({
    depth: z.optional(value(values.positive)),
    omit: z.optional(transactionNames()),
  }),
  apply: reorgBy,
  verb: { name: 'reorg', fallback: {} },
} as const satisfies StepWithVerb<ReorgStep, ReorgVerb>
