import * as z from 'zod/mini'
import type { ImportParameters } from '../chain/importedBlock.js'
import type { PreconfirmParameters } from '../chain/transaction.js'
import type { Contract } from '../engine/contract.js'
import { PresealError } from '../errors.js'
import type { Fault, Match } from '../faults/fault.js'
import type { InclusionRule } from '../faults/inclusionRule.js'
import type { Dialect } from '../validation/amounts.js'
import { type Problem, toProblem, toSentences } from '../validation/problem.js'
import { natural } from '../validation/values.js'
import { fault, hold } from './fault.js'
import { importParameters } from './importBlock.js'
import { preconfirmSchema } from './preconfirm.js'
import {
  object,
  once,
  parse,
  perDialect,
  type Schema,
  value,
} from './schema.js'
import {
  type CanonicalStep,
  type FieldsOf,
  stepNow,
  steps,
  type Timeless,
} from './step.js'
import { contract } from './steps/contract.js'
import { inclusion } from './steps/inclusion.js'
import { without } from './steps/without.js'

/** The parameters of each verb, canonical and fresh. */
type Parameters = {
  apply: Timeless<CanonicalStep>
  preconfirm: PreconfirmParameters
  dropTransaction: FieldsOf<'drop'>
  setBalance: FieldsOf<'setBalance'>
  setNonce: FieldsOf<'setNonce'>
  setCode: FieldsOf<'setCode'>
  setStorageAt: FieldsOf<'setStorageAt'>
  setContract: Contract
  importBlock: ImportParameters
  fault: Fault
  hold: Match & { readonly what?: 'requests' | 'answers' | undefined }
  inclusion: InclusionRule
  reorg: FieldsOf<'reorg'>
  sealAs: FieldsOf<'sealAs'>
  delaySeal: FieldsOf<'delaySeal'>
  setLag: FieldsOf<'setLag'>
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
  apply: perDialect(stepNow),
  preconfirm: perDialect(preconfirmSchema),
  dropTransaction: ofStep('drop', 'an object { hash }, { label } or { sent }'),
  setBalance: ofStep('setBalance'),
  setNonce: ofStep('setNonce'),
  setCode: ofStep('setCode'),
  setStorageAt: ofStep('setStorageAt'),
  setContract: perDialect(contract),
  importBlock: perDialect(importParameters),
  fault,
  hold,
  inclusion,
  reorg: ofStep('reorg'),
  sealAs: ofStep('sealAs'),
  delaySeal: ofStep('delaySeal'),
  setLag: ofStep('setLag'),
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

/** What a verb takes that is a step without its time and type. */
function ofStep<const type extends CanonicalStep['type']>(
  type: type,
  expected?: string,
) {
  return perDialect(
    (dialect) =>
      object(
        without(steps(dialect)[type], 'at', 'type'),
        expected,
      ) as unknown as Schema<FieldsOf<type>, unknown>,
  )
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

/**
 * Refuses what could act on nothing, as its time is over when it is declared.
 *
 * @throws InvalidParametersError
 */
export function checkAhead(
  verb: keyof Parameters,
  { until }: { readonly until?: number | undefined },
  now: number,
) {
  if (until !== undefined && until <= now)
    throw new InvalidParametersError(verb, [
      {
        path: 'until',
        given: `${until}`,
        expected: `more than node.now, which is ${now}`,
      },
    ])
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
