import * as z from 'zod/mini'
import type { Hex } from '../../../base/hex/hex.js'
import type { Dialect } from '../../../base/validation/amounts.js'
import type { Refuse } from '../../../base/validation/problem.js'
import type { JsonSchema } from '../../../base/validation/values.js'
import { rule, type Schema } from '../../schema/schema.js'
import type { Runtime } from '../cell/runtime.js'
import type { Action } from '../moment/moment.js'

type StepLike = { readonly type: string }

/** The fields of a step beside its time and type. */
export type Said<step> = step extends unknown
  ? Omit<step, 'at' | 'type'>
  : never

/**
 * All that a node knows of a type of step. Its functions are methods, so that
 * steps of every type are steps of some type.
 */
export type StepFile<
  step extends StepLike = StepLike,
  result = unknown,
  said = Said<step>,
> = Acting<step, result, said> & {
  readonly verb?: StepVerb<step, Calls, result>
}

/** A step that the node has a verb for. */
export type StepWithVerb<
  step extends StepLike,
  verb,
  result = undefined,
  said = Said<step>,
> = Acting<step, result, said> & {
  readonly verb: StepVerb<step, verb, result>
}

type Acting<step extends StepLike, result, said> = Action<said, result> & {
  readonly type: step['type']
  /** The schemas of what it says. */
  fields(dialect: Dialect): Fields<step>
  /** The rules between its fields. */
  check?(said: Said<step>, refuse: Refuse, dialect: Dialect): void
  /** The part of these rules that JSON Schema can express. */
  readonly json?: JsonSchema
}

type Calls = { readonly [name: string]: (given?: unknown) => unknown }

/** How the step is done at once, by a verb of the node. */
type StepVerb<step, verb, result> = {
  readonly name: keyof verb
  /**
   * Its argument, if that is no object of the step's fields; null: it takes
   * none.
   */
  readonly parameter?:
    | ((dialect: Dialect) => Schema<ParameterOf<verb>, unknown>)
    | null
  /** The step of what it was given, if that is none itself. */
  toStep?(given: ParameterOf<verb>): Said<step>
  /** Its argument in a call without one. */
  readonly fallback?: ParameterOf<verb>
  /** The expected argument, in messages. */
  readonly expected?: string
  /** Does it by `apply`, if there is more to do or to return. */
  call?(runtime: Runtime, said: Said<step>, apply: () => result): ResultOf<verb>
  /** Its result as JSON; `keep` gives an id to a function that ends it. */
  toJson?(returned: ResultOf<verb>, keep: (end: () => void) => Hex): unknown
}

type ParameterOf<verb> = verb[keyof verb] extends (
  given: infer given,
) => unknown
  ? given
  : never

type ResultOf<verb> = verb[keyof verb] extends (given: never) => infer result
  ? result
  : never

type Fields<step> = {
  readonly [field in Exclude<KeyOf<step>, 'at' | 'type'>]-?: Schema<
    ValueOf<step, field>
  >
}

type KeyOf<step> = step extends unknown ? keyof step : never

type ValueOf<step, field> = step extends unknown
  ? field extends keyof step
    ? step[field]
    : undefined
  : never

/** Does a step now, as its verb does. */
export function act(runtime: Runtime, file: StepFile, said: object): unknown {
  const { verb } = file
  runtime.execution.assertOver(`node.${verb?.name ?? 'apply'}`)
  const apply = () => runtime.apply(file, said)
  return verb?.call === undefined ? apply() : verb.call(runtime, said, apply)
}

/** The schema of what a step says, beside fields such as its time and type. */
export function stepSchema(
  { fields, check, json }: StepFile,
  dialect: Dialect,
  more: z.core.$ZodShape = {},
): z.ZodMiniObject {
  const schema = z.strictObject({ ...more, ...fields(dialect) })
  if (check === undefined) return schema
  const checked = rule<object>(
    (said, refuse) => check(said, refuse, dialect),
    json,
  )
  // A missing field may stand there under another name.
  const unlessMisspelt: typeof checked = Object.assign(
    (payload: Parameters<typeof checked>[0]) => {
      const { issues } = payload
      if (!issues.some(({ code }) => code === 'unrecognized_keys'))
        checked(payload)
    },
    { json },
  )
  return schema.check(unlessMisspelt)
}
