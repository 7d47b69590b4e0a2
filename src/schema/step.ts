import * as z from 'zod/mini'
import type { ImportParameters } from '../chain/importedBlock.js'
import type { PreconfirmParameters } from '../chain/transaction.js'
import type { TransactionType } from '../codec/transactionTypes.js'
import type { Fault } from '../faults/fault.js'
import type { Hash, Hex } from '../hex/hex.js'
import type { Dialect } from '../validation/amounts.js'
import * as values from '../validation/values.js'
import { type BlockStep, blockSteps } from './blockSteps.js'
import { fault } from './fault.js'
import { checkImportFields, importFields } from './importBlock.js'
import {
  type DropTransactionParameters,
  oneName,
  type SetBalanceParameters,
  type SetCodeParameters,
  type SetNonceParameters,
  type SetStorageAtParameters,
  verbFields,
} from './parseVerb.js'
import {
  checkTransaction,
  transactionFields,
  transactionType,
} from './preconfirm.js'
import { anyType, object, rule, type Schema, value } from './schema.js'

/**
 * Something that a timeline makes happen.
 *
 * @example
 * const timeline: Step[] = [
 *   { at: 0, type: 'preconfirm', label: 'pay', from: alice, to: bob, value: 1n },
 *   { at: 600, type: 'drop', label: 'pay' },
 * ]
 */
export type Step = {
  /** ms since the node was created */
  at: number
} & (
  | ({
      type: 'preconfirm'
      /** The transaction's type, as `type` is the step's; `'eip1559'` */
      transactionType?: TransactionType | undefined
    } & Omit<PreconfirmParameters, 'type'>)
  | DropStep
  | ({ type: 'setBalance' } & SetBalanceParameters)
  | ({ type: 'setNonce' } & SetNonceParameters)
  | ({ type: 'setCode' } & SetCodeParameters)
  | SetStorageAtStep
  | {
      type: 'fault'
      /** Names it for a later `lift` step. */
      label?: string | undefined
      fault: Fault
    }
  | { type: 'lift'; label: string }
  | ({ type: 'importBlock' } & ImportParameters)
  | {
      type: 'expectBlock'
      /** Of the latest block, which cannot be read until it is imported. */
      hash: Hash
    }
  | BlockStep
)

type SetStorageAtStep = { type: 'setStorageAt' } & SetStorageAtParameters

/** A step as the node runs it, its storage slot being 32 bytes of hex. */
export type CanonicalStep =
  | Exclude<Step, SetStorageAtStep>
  | (Extract<Step, SetStorageAtStep> & { index: Hex })

type DropStep = { type: 'drop' } & DropTransactionParameters

/** Every type of step. */
export const step = (dialect: Dialect) =>
  object(
    anyType(steps(dialect)),
    'a step, such as { at: 200, type: "preconfirm", from, to, value }',
  )

const steps = (dialect: Dialect) => {
  const at = value(values.natural)
  const label = value(values.nonEmptyText)
  const checkStep = checkTransaction('transactionType', dialect)
  const fields = verbFields(dialect)
  return {
    preconfirm: z
      .strictObject({
        at,
        type: z.literal('preconfirm'),
        transactionType: z.optional(transactionType()),
        ...transactionFields(dialect),
      })
      .check(
        rule(({ transactionType, ...transaction }, refuse) =>
          checkStep({ ...transaction, type: transactionType }, refuse),
        ),
      ),
    drop: z
      .strictObject({
        at,
        type: z.literal('drop'),
        ...fields.dropTransaction,
      })
      .check(oneName) as unknown as Discriminable<{ at: number } & DropStep>,
    setBalance: z.strictObject({
      at,
      type: z.literal('setBalance'),
      ...fields.setBalance,
    }),
    setNonce: z.strictObject({
      at,
      type: z.literal('setNonce'),
      ...fields.setNonce,
    }),
    setCode: z.strictObject({
      at,
      type: z.literal('setCode'),
      ...fields.setCode,
    }),
    setStorageAt: z.strictObject({
      at,
      type: z.literal('setStorageAt'),
      ...fields.setStorageAt,
    }),
    fault: z.strictObject({
      at,
      type: z.literal('fault'),
      label: z.optional(label),
      fault: fault(),
    }),
    lift: z.strictObject({ at, type: z.literal('lift'), label }),
    importBlock: z
      .strictObject({
        at,
        type: z.literal('importBlock'),
        ...importFields(dialect),
      })
      .check(rule(checkImportFields)),
    expectBlock: z.strictObject({
      at,
      type: z.literal('expectBlock'),
      hash: value(values.hash),
    }),
    ...blockSteps(dialect),
  } satisfies { [type in Step['type']]: z.ZodMiniType }
}

type Discriminable<step> = Schema<step> & {
  _zod: { propValues: z.core.util.PropValues }
}
