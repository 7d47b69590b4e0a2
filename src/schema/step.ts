import * as z from 'zod/mini'
import type { ImportParameters } from '../chain/importedBlock.js'
import type { PreconfirmParameters } from '../chain/transaction.js'
import type { TransactionType } from '../codec/transactionTypes.js'
import type { Contract } from '../engine/contract.js'
import type { Fault } from '../faults/fault.js'
import type { InclusionRule } from '../faults/inclusionRule.js'
import type { Hash, Hex } from '../hex/hex.js'
import { amounts, type Dialect } from '../validation/amounts.js'
import * as values from '../validation/values.js'
import { fault } from './fault.js'
import { checkImportFields, importFields } from './importBlock.js'
import {
  checkTransaction,
  transactionFields,
  transactionType,
} from './preconfirm.js'
import {
  anyType,
  object,
  perDialect,
  rule,
  type Schema,
  value,
} from './schema.js'
import { type BlockStep, blockSteps } from './steps/blockSteps.js'
import { contract } from './steps/contract.js'
import { inclusion } from './steps/inclusion.js'
import { sent } from './steps/transactionName.js'
import type {
  DropTransactionParameters,
  SetBalanceParameters,
  SetCodeParameters,
  SetNonceParameters,
  SetStorageAtParameters,
} from './steps/verbParameters.js'
import { without } from './steps/without.js'

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
  | { type: 'setContract'; contract: Contract }
  | {
      type: 'fault'
      /** Names it for a later `lift` step. */
      label?: string | undefined
      fault: Fault
    }
  | { type: 'inclusion'; rule: InclusionRule }
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

/**
 * A step that acts at once, as `node.apply` takes it.
 *
 * @example
 * node.apply({ type: 'reorg', depth: 2 })
 */
export type StepNow = Timeless<Step>

export type Timeless<step> = step extends unknown ? Omit<step, 'at'> : never

/** What a step of that type says beside its time and type. */
export type FieldsOf<type extends Step['type']> = Fields<
  Extract<CanonicalStep, { type: type }>
>

type Fields<step> = step extends unknown ? Omit<step, 'at' | 'type'> : never

/** Every type of step. */
export const step = (dialect: Dialect) =>
  object(
    anyType(steps(dialect)),
    'a step, such as { at: 200, type: "preconfirm", from, to, value }',
  )

/** The same, to be done at once. */
export const stepNow = (dialect: Dialect) =>
  object(
    anyType(
      Object.fromEntries(
        Object.entries(steps(dialect)).map(([type, step]) => [
          type,
          without(step, 'at'),
        ]),
      ),
    ) as unknown as Schema<Timeless<CanonicalStep>>,
    'a step without "at", such as { type: "reorg", depth: 1 }',
  )

/** The schema of each type of step. */
export const steps = perDialect((dialect) => {
  const at = value(values.natural)
  const label = value(values.nonEmptyText)
  const checkStep = checkTransaction('transactionType', dialect)
  const address = value(values.address)
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
        label: z.optional(label),
        hash: z.optional(value(values.hash)),
        sent: z.optional(sent()),
      })
      .check(oneName) as unknown as Discriminable<{ at: number } & DropStep>,
    setBalance: z.strictObject({
      at,
      type: z.literal('setBalance'),
      address,
      value: value(amounts[dialect].wei),
    }),
    setNonce: z.strictObject({
      at,
      type: z.literal('setNonce'),
      address,
      nonce: value(values.natural),
    }),
    setCode: z.strictObject({
      at,
      type: z.literal('setCode'),
      address,
      bytecode: value(values.data),
    }),
    setStorageAt: z.strictObject({
      at,
      type: z.literal('setStorageAt'),
      address,
      index: value<Hex, Hex | number>(values.slot),
      value: value(values.word),
    }),
    setContract: z.strictObject({
      at,
      type: z.literal('setContract'),
      contract: contract(dialect),
    }),
    fault: z.strictObject({
      at,
      type: z.literal('fault'),
      label: z.optional(label),
      fault: fault(),
    }),
    inclusion: z.strictObject({
      at,
      type: z.literal('inclusion'),
      rule: inclusion(),
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
})

type Discriminable<step> = Schema<step> & {
  _zod: { propValues: z.core.util.PropValues }
}

/** A transaction is named in one way. */
const oneName = rule(
  (
    { label, hash, sent }: { [name in 'label' | 'hash' | 'sent']?: unknown },
    refuse,
  ) => {
    const given = [label, hash, sent].filter((name) => name !== undefined)
    if (given.length !== 1)
      refuse({
        given: given.length === 0 ? 'a drop of nothing' : 'a drop of two',
        expected: 'either "label", "hash" or "sent"',
      })
  },
  {
    oneOf: [
      { required: ['label'] },
      { required: ['hash'] },
      { required: ['sent'] },
    ],
  },
)
