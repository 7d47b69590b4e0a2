import * as z from 'zod/mini'
import type { ImportParameters } from '../chain/importedBlock.js'
import type { PreconfirmParameters } from '../chain/transaction.js'
import type { TransactionType } from '../codec/transactionTypes.js'
import type { Fault } from '../faults/fault.js'
import { display } from '../hex/display.js'
import type { Hash, Hex } from '../hex/hex.js'
import type { Dialect } from '../validation/amounts.js'
import type { Refusal } from '../validation/problem.js'
import * as values from '../validation/values.js'
import { type BlockStep, blockSteps, namesIn } from './blockSteps.js'
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
import {
  lenientRule,
  list,
  object,
  rule,
  type Schema,
  value,
} from './schema.js'

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

export const timeline = (dialect: Dialect) =>
  list(step(dialect), 'an array of steps').check(lenientRule(checkTimeline))

/** Every type of step; a new one is a new option here. */
export const step = (dialect: Dialect) => {
  const at = value(values.natural)
  const label = value(values.nonEmptyText)
  const checkStep = checkTransaction('transactionType', dialect)
  const fields = verbFields(dialect)
  return object(
    z.discriminatedUnion('type', [
      z
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
      z
        .strictObject({
          at,
          type: z.literal('drop'),
          ...fields.dropTransaction,
        })
        .check(oneName) as unknown as Discriminable<{ at: number } & DropStep>,
      z.strictObject({
        at,
        type: z.literal('setBalance'),
        ...fields.setBalance,
      }),
      z.strictObject({ at, type: z.literal('setNonce'), ...fields.setNonce }),
      z.strictObject({ at, type: z.literal('setCode'), ...fields.setCode }),
      z.strictObject({
        at,
        type: z.literal('setStorageAt'),
        ...fields.setStorageAt,
      }),
      z.strictObject({
        at,
        type: z.literal('fault'),
        label: z.optional(label),
        fault: fault(),
      }),
      z.strictObject({ at, type: z.literal('lift'), label }),
      z
        .strictObject({
          at,
          type: z.literal('importBlock'),
          ...importFields(dialect),
        })
        .check(rule(checkImportFields)),
      z.strictObject({
        at,
        type: z.literal('expectBlock'),
        hash: value(values.hash),
      }),
      ...blockSteps(dialect),
    ]),
    'a step, such as { at: 200, type: "preconfirm", from, to, value }',
  )
}

type Discriminable<step> = Schema<step> & {
  _zod: { propValues: z.core.util.PropValues }
}

/**
 * The rules between steps: their order, and the labels they go by. Malformed
 * steps are checked too, as far as they can be.
 */
function checkTimeline(given: unknown, refuse: (refusal: Refusal) => void) {
  const steps: readonly unknown[] = Array.isArray(given) ? given : []
  const declared = new Map<string, { index: number; type: unknown }>()
  let latest = 0
  steps.forEach((step, index) => {
    const { at, type, label } = Object(step) as Record<string, unknown>
    if (typeof at === 'number') {
      if (at < latest)
        refuse({
          path: [index, 'at'],
          given: `${at}`,
          expected: `at least ${latest}, the "at" of the step before`,
          advice: 'Put the steps in the order of time.',
        })
      latest = at
    }
    for (const [path, name] of namesIn(step))
      if (
        !values.hash.check(name).ok &&
        declared.get(name)?.type !== 'preconfirm'
      )
        refuse({
          path: [index, ...path],
          given: display(name),
          expected:
            'the label of an earlier step of type "preconfirm", or a 32-byte hash',
        })
    if (typeof label !== 'string') return
    const path = [index, 'label']
    const first = declared.get(label)
    if (type === 'drop' || type === 'lift') {
      const maker = type === 'drop' ? 'preconfirm' : 'fault'
      if (first?.type !== maker)
        refuse({
          path,
          given: display(label),
          expected: `the label of an earlier step of type ${display(maker)}`,
        })
    } else if (first !== undefined)
      refuse({
        path,
        given: display(label),
        expected: `a label of its own, as timeline[${first.index}] has this one`,
      })
    else declared.set(label, { index, type })
  })
}

/**
 * The steps from `position` on that are due by `now`, in the order in which
 * they act: by `at`, then by position, which is how a timeline is sorted.
 */
export function due(
  timeline: readonly CanonicalStep[],
  position: number,
  now: number,
): readonly CanonicalStep[] {
  let end = position
  while ((timeline[end]?.at ?? Number.POSITIVE_INFINITY) <= now) end += 1
  return timeline.slice(position, end)
}

/** When the step at `position` is due, in ms since the node was created, if there is one. */
export function nextStepAt(
  timeline: readonly CanonicalStep[],
  position: number,
): number | undefined {
  return timeline[position]?.at
}
