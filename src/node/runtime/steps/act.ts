import * as z from 'zod/mini'
import type { Hex } from '../../../base/hex/hex.js'
import type { Dialect } from '../../../base/validation/amounts.js'
import type { Refuse } from '../../../base/validation/problem.js'
import type { JsonSchema } from '../../../base/validation/values.js'
import { rule, type Schema } from '../../schema/schema.js'
import type { Runtime } from '../cell/runtime.js'
import type { Action } from '../state/nodeState.js'

/**
 * A row for each act that a script can do: from its key and row derive the step,
 * its schemas, its verb and the method of control. `fields` has the fields of
 * each, `verbs` the signatures of those that a node has as verbs.
 */
export type Acts<
  fields,
  verbs,
  results extends { readonly [type in keyof fields]?: unknown } = object,
> = {
  readonly [type in keyof fields]: Row<fields[type], ResultIn<results, type>> &
    (type extends keyof verbs
      ? {
          readonly verb: VerbOf<
            fields[type],
            verbs[type],
            ResultIn<results, type>
          >
        }
      : { readonly verb?: undefined })
}

type ResultIn<results, type> = type extends keyof results
  ? results[type]
  : undefined

/** The steps of acts with these fields, without their time. */
export type StepsOf<fields> = {
  [type in keyof fields]: { type: type } & fields[type]
}[keyof fields]

/** An act of some type; its functions are methods, so that each is one. */
export type ScriptAct = Row<object, unknown> & {
  readonly type: string
  readonly verb?:
    | VerbOf<object, (given?: unknown) => unknown, unknown>
    | undefined
}

type Row<fields, result> = Omit<Action<fields, result>, 'type'> & {
  /** The schemas of its fields. */
  fields(dialect: Dialect): FieldSchemas<fields>
  /** The rules between its fields. */
  check?(fields: fields, refuse: Refuse, dialect: Dialect): void
  /** The part of these rules that JSON Schema can express. */
  readonly json?: JsonSchema
}

type FieldSchemas<fields> = {
  readonly [field in keyof fields]-?: Schema<fields[field]>
}

/** How it is done at once, by a verb of the node. */
type VerbOf<fields, verb, result> = {
  /** Its argument, if that is no object of the fields; null: it takes none. */
  readonly parameter?:
    | ((dialect: Dialect) => Schema<GivenTo<verb>, unknown>)
    | null
  /** The fields of what it was given, if that is not the fields. */
  toFields?(given: GivenTo<verb>): fields
  /** Its argument in a call without one. */
  readonly fallback?: GivenTo<verb>
  /** The expected argument, in messages. */
  readonly expected?: string
  /** Does it by `apply`, if there is more to do or to return. */
  call?(runtime: Runtime, fields: fields, apply: () => result): ResultOf<verb>
  /** Its result as JSON; `keep` gives an id to a function that ends it. */
  toJson?(returned: ResultOf<verb>, keep: (end: () => void) => Hex): unknown
}

type GivenTo<verb> = verb extends (given: infer given) => unknown
  ? given
  : never

type ResultOf<verb> = verb extends (given: never) => infer result
  ? result
  : never

/** The acts, each with its key as its type. */
export function named<acts extends object>(
  acts: acts,
): { readonly [type in keyof acts]: acts[type] & { readonly type: type } } {
  const all = Object.entries(acts).map(([type, act]) => [
    type,
    { type, ...act },
  ])
  return Object.fromEntries(all)
}

/** Does a step now, as its verb does. */
export function doAct(
  runtime: Runtime,
  act: ScriptAct,
  fields: object,
): unknown {
  const { type, verb } = act
  runtime.execution.assertOver(`node.${verb === undefined ? 'apply' : type}`)
  const apply = () => runtime.apply(act, fields)
  return verb?.call === undefined ? apply() : verb.call(runtime, fields, apply)
}

/** The schema of a step, beside fields such as its time and type. */
export function stepSchema(
  { fields, check, json }: ScriptAct,
  dialect: Dialect,
  more: z.core.$ZodShape = {},
): z.ZodMiniObject {
  const schema = z.strictObject({ ...more, ...fields(dialect) })
  if (check === undefined) return schema
  const checked = rule<object>(
    (given, refuse) => check(given, refuse, dialect),
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
