import * as z from 'zod/mini'
import type { ImportParameters } from '../chain/importedBlock.js'
import type { PreconfirmParameters } from '../chain/transaction.js'
import { PresealError } from '../errors.js'
import type { Fault } from '../faults/fault.js'
import type { Address, Hash, Hex } from '../hex/hex.js'
import { amounts, type Dialect } from '../validation/amounts.js'
import { type Problem, toProblem, toSentences } from '../validation/problem.js'
import * as values from '../validation/values.js'
import { natural } from '../validation/values.js'
import { fault } from './fault.js'
import { importParameters } from './importBlock.js'
import { preconfirmSchema } from './preconfirm.js'
import {
  object,
  once,
  parse,
  perDialect,
  rule,
  type Schema,
  value,
} from './schema.js'

/** The parameters of each verb, canonical and fresh. */
type Parameters = {
  preconfirm: PreconfirmParameters
  dropTransaction: DropTransactionParameters
  setBalance: SetBalanceParameters
  setNonce: SetNonceParameters
  setCode: SetCodeParameters
  setStorageAt: SetStorageAtParameters & { index: Hex }
  importBlock: ImportParameters
  fault: Fault
  advance: number
  tick: number
  seal: number
  seek: number
  view: number
  story: StoryRange
}

const schemas: {
  [verb in keyof Parameters]: (
    dialect: Dialect,
  ) => Schema<Parameters[verb], unknown>
} = {
  preconfirm: perDialect(preconfirmSchema),
  dropTransaction: perDialect((dialect) =>
    object(
      z
        .strictObject(verbFields(dialect).dropTransaction)
        .check(oneName) as unknown as Schema<DropTransactionParameters>,
      'an object { hash } or { label }',
    ),
  ),
  setBalance: perDialect((dialect) =>
    object(z.strictObject(verbFields(dialect).setBalance)),
  ),
  setNonce: perDialect((dialect) =>
    object(z.strictObject(verbFields(dialect).setNonce)),
  ),
  setCode: perDialect((dialect) =>
    object(z.strictObject(verbFields(dialect).setCode)),
  ),
  setStorageAt: perDialect((dialect) =>
    object(z.strictObject(verbFields(dialect).setStorageAt)),
  ),
  importBlock: perDialect(importParameters),
  fault,
  advance: once(() => value(natural)),
  tick: once(() => value(natural)),
  seal: once(() => value(natural)),
  seek: once(() => value(natural)),
  view: once(() => value(natural)),
  story: once(() =>
    object(
      z.strictObject({
        from: z.optional(value(natural)),
        until: z.optional(value(natural)),
      }),
    ),
  ),
}

/** What a number given to a verb is called. */
const subjects: { [verb in keyof Parameters]?: string } = {
  advance: 'ms',
  tick: 'beats',
  seal: 'blocks',
  seek: 'ms',
  view: 'at',
}

/**
 * The canonical copy of what a verb was given.
 *
 * @throws InvalidParametersError when something is wrong, naming all of it.
 */
export function parseVerb<verb extends keyof Parameters>(
  verb: verb,
  given: unknown,
  dialect: Dialect = 'code',
): Parameters[verb] {
  const parsed = parse(schemas[verb](dialect), given)
  if (!parsed.ok)
    throw new InvalidParametersError(verb, parsed.refusals.map(toProblem))
  return parsed.value
}

/** Thrown by a verb of the node for parameters that it cannot take. */
export class InvalidParametersError extends PresealError {
  override readonly name = 'InvalidParametersError'

  /** All that is wrong, in the order of the parameters. */
  readonly problems: readonly Problem[]

  constructor(verb: keyof Parameters, problems: readonly Problem[]) {
    const subject = subjects[verb]
    super(
      `${verb}: ${toSentences(problems, ({ path }) =>
        path === ''
          ? subject === undefined
            ? 'its argument'
            : `"${subject}"`
          : `"${path}"`,
      )}`,
    )
    this.problems = problems
  }
}

/** ms since the node was created, both inclusive. */
export type StoryRange = {
  readonly from?: number | undefined
  readonly until?: number | undefined
}

export type DropTransactionParameters =
  | {
      /** Of the transaction, as `node.preconfirm` returned it. */
      hash: Hash
    }
  | {
      /** The newest transaction queued or pending that has it is meant. */
      label: string
    }

export type SetBalanceParameters = {
  address: Address
  /** wei */
  value: bigint
}

export type SetNonceParameters = { address: Address; nonce: number }

export type SetCodeParameters = {
  address: Address
  /** The code; `'0x'` for none. */
  bytecode: Hex
}

export type SetStorageAtParameters = {
  address: Address
  /** The slot: hex of at most 32 bytes, or a number. */
  index: Hex | number
  /** Hex of at most 32 bytes. */
  value: Hex
}

/** A transaction is named by its label or its hash, not both. */
export const oneName = rule(
  (
    { label, hash }: { label?: string | undefined; hash?: Hash | undefined },
    refuse,
  ) => {
    if ((label === undefined) === (hash === undefined))
      refuse({
        given: label === undefined ? 'a drop of nothing' : 'a drop of two',
        expected: 'either "label" or "hash"',
      })
  },
  { oneOf: [{ required: ['label'] }, { required: ['hash'] }] },
)

/** The fields of the verbs that set a value, as a call and as a step. */
export const verbFields = (dialect: Dialect) => {
  const address = value(values.address)
  return {
    dropTransaction: {
      label: z.optional(value(values.nonEmptyText)),
      hash: z.optional(value(values.hash)),
    },
    setBalance: { address, value: value(amounts[dialect].wei) },
    setNonce: { address, nonce: value(values.natural) },
    setCode: { address, bytecode: value(values.data) },
    setStorageAt: {
      address,
      index: value<Hex, Hex | number>(values.slot),
      value: value(values.word),
    },
  }
}
