import * as z from 'zod/mini'
import { display } from '../../base/hex/display.js'
import type { Issue } from '../../base/hex/hex.js'
import { lazy } from '../../base/memo/memo.js'
import type { Dialect } from '../../base/validation/amounts.js'
import {
  hint,
  invalidParameters,
  mostProblems,
  type Refuse,
  toProblem,
  unknownKey,
} from '../../base/validation/problem.js'
import { readList, readObject } from '../../base/validation/read.js'
import type { JsonSchema, Validator } from '../../base/validation/values.js'

/*
 * zod walks and combines; values.ts checks values and words the problems.
 * `z.config` stays untouched, since all copies of zod share its settings, and
 * `jitless` need not be set: zod/mini compiles nothing at run time.
 */

export type Schema<output, input = output> = z.ZodMiniType<output, input>

type Issues = z.core.$ZodRawIssue[]

/** Only an asynchronous schema returns a promise, and there is none. */
const atOnce = { async: false }

/** A schema of one value. */
export function value<output, input = output>({
  check,
  json,
}: Validator<output>): Schema<output, input> {
  return byHand(
    (given, refuse) => {
      const checked = check(given)
      if (checked.ok) return checked.value
      return refuse(
        given === undefined ? { ...checked, given: 'missing' } : checked,
      )
    },
    () => json,
  )
}

/** A schema that reads a whole structure by hand, if that must be fast. */
export function byHand<output, input = output>(
  parse: (given: unknown, refuse: Refuse) => unknown,
  json: () => JsonSchema | undefined,
): Schema<output, input> {
  return transform((given, issues) => parse(given, refuseInto(issues)), {
    json,
  })
}

/** Reads the user's object once, before `inner` looks at what was read. */
export function object<inner extends z.ZodMiniType>(
  inner: inner,
  expected = `an object { ${keysOf(inner).join(', ')} }`,
  /** Whether null means that this one of the optional fields is absent. */
  isAbsentAsNull: (key: string) => boolean = () => false,
): Schema<z.output<inner>, z.input<inner>> {
  return transform(
    (given, issues) => {
      const read = readObject(given, expected)
      if (!read.ok) return refuseInto(issues)(read)
      for (const key in read.value)
        if (read.value[key] === null && isAbsentAsNull(key))
          delete read.value[key]
      return readRight(inner, read.value) ?? runInner(inner, read.value, issues)
    },
    { inner: () => inner },
  )
}

/**
 * What zod makes of an object in which nothing is wrong, by its own schemas and
 * checks, but without a run of each field that is absent: those are most. If
 * anything is wrong, undefined: zod then finds and words it.
 */
function readRight(
  inner: z.ZodMiniType,
  given: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const { type, shape, catchall, checks = [] } = (inner as z.ZodMiniObject).def
  if (type !== 'object' || catchall?._zod.def.type !== 'never') return undefined
  let unread = Object.keys(given).length
  const value: Record<string, unknown> = {}
  for (const key in shape) {
    const { optin, optout, run } = (shape[key] as z.ZodMiniType)._zod
    if (key in given) {
      const field = run({ value: given[key], issues: [] }, atOnce)
      const { value: read, issues } = field as z.core.ParsePayload
      if (issues.length > 0) return undefined
      value[key] = read
      unread--
    } else if (optin !== 'optional' || optout !== 'optional') return undefined
  }
  if (unread > 0) return undefined
  const issues: Issues = []
  for (const { _zod } of checks) _zod.check({ value: value as never, issues })
  return issues.length > 0 ? undefined : value
}

export function list<output, input>(
  element: Schema<output, input>,
  expected = 'an array',
): Schema<output[], readonly input[]> {
  const inner = z.array(element)
  return transform(
    (given, issues) => {
      const read = readList(given, expected)
      return read.ok
        ? runInner(inner, read.value, issues)
        : refuseInto(issues)(read)
    },
    { inner: () => inner },
  )
}

type Advise = (type: unknown) => string | undefined
/** By the options of a union: a rule that joins it makes another union of them. */
const advising = new WeakMap<object, Advise>()

/** Objects that go by their `type`, with a schema for each. */
export function anyType<option extends z.core.$ZodTypeDiscriminable>(
  byType: { readonly [type: string]: option },
  advise?: Advise,
) {
  const options = Object.values(byType) as [option, ...option[]]
  if (advise !== undefined) advising.set(options, advise)
  return z.discriminatedUnion('type', options)
}

/**
 * A schema made when a value arrives. `z.lazy` would be made at the first parse
 * of the schema around it, which asks whether it is optional.
 */
export function deferred<output, input>(
  make: () => Schema<output, input>,
): Schema<output, input> {
  const inner = lazy(make)
  return transform((given, issues) => runInner(inner(), given, issues), {
    inner,
  })
}

/** A schema that depends on what kind of value arrives. */
export function picked<output, input>(
  pick: (given: unknown) => Schema<output, input>,
  anyOf: () => Schema<output, input>[],
): Schema<output, input> {
  return transform((given, issues) => runInner(pick(given), given, issues), {
    anyOf,
  })
}

/**
 * A schema for each dialect, made when first used: most test files need few.
 */
export function perDialect<value>(make: (dialect: Dialect) => value) {
  const made = {
    code: lazy(() => make('code')),
    json: lazy(() => make('json')),
  }
  return (dialect: Dialect): value => made[dialect]()
}

/** A rule over the fields of an object; `json` is what JSON Schema can say of it. */
export function rule<value>(
  check: (value: value, refuse: Refuse) => void,
  json?: JsonSchema,
) {
  const run = ({ value, issues }: { value: value; issues: Issues }) =>
    check(value, refuseInto(issues))
  return Object.assign(run, { json })
}

/**
 * A rule that runs on partly refused values too, and so can trust none of them.
 */
export function lenientRule(check: (value: unknown, refuse: Refuse) => void) {
  return z.check(rule(check), { when: () => true })
}

type ParsedBySchema<value> =
  | { ok: true; value: value }
  /** `value` holds the valid parts; refused ones are undefined. */
  | { ok: false; refusals: readonly Issue[]; value: unknown }

/** The canonical copy of `given`, or everything that is wrong with it. */
export function parse<output>(
  by: Schema<output, unknown>,
  given: unknown,
): ParsedBySchema<output> {
  const issues: Issues = []
  const value = runInner(by, given, issues)
  return issues.length === 0
    ? { ok: true, value: value as output }
    : { ok: false, refusals: issues.flatMap(toRefusals), value }
}

/** A schema, as the writer of JSON Schemas sees it. */
export type Described =
  | { json: () => JsonSchema | undefined }
  | { inner: () => z.ZodMiniType }
  | { anyOf: () => z.ZodMiniType[] }

function transform<output, input>(
  parse: (given: unknown, issues: Issues) => unknown,
  described: Described,
): Schema<output, input> {
  const run = (given: unknown, { issues }: { issues: Issues }) =>
    parse(given, issues)
  // The judge decides how a value is read and returned.
  const schema: unknown = z.transform(Object.assign(run, described))
  return schema as Schema<output, input>
}

/**
 * Has zod walk a value by a schema, as `z.parse` does, but without throwing:
 * what is left of the value is wanted beside all that is wrong with it.
 */
function runInner(
  inner: z.ZodMiniType,
  given: unknown,
  issues: Issues,
): unknown {
  const run = inner._zod.run({ value: given, issues: [] }, atOnce)
  const walked = run as z.core.ParsePayload
  for (const issue of walked.issues.slice(0, mostProblems)) issues.push(issue)
  return walked.value
}

function refuseInto(issues: Issues): Refuse {
  return ({ path = [], given, expected, advice }) => {
    if (issues.length < mostProblems)
      issues.push({
        code: 'custom',
        input: undefined,
        path: [...path],
        params: { given, expected, advice },
      })
  }
}

function keysOf(inner: unknown): string[] {
  return Object.keys((inner as z.ZodMiniObject).shape)
}

function toRefusals(issue: z.core.$ZodRawIssue): Issue[] {
  const path = issue.path ?? []
  switch (issue.code) {
    case 'custom':
      return [{ ...(issue.params as Issue), path }]
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        ...unknownKey(key, keysOf(issue.inst)),
      }))
    case 'invalid_union': {
      const tag = `${issue.discriminator}`
      const given = (issue.input as Record<string, unknown>)[tag]
      const tags = issue.options as string[]
      const { options } = (issue.inst as z.ZodMiniDiscriminatedUnion).def
      const advise = advising.get(options)
      return [
        {
          path,
          given: given === undefined ? 'missing' : display(given),
          expected: `one of ${tags.map((known) => display(known)).join(', ')}`,
          advice: advise?.(given) ?? hint(given ?? likelyType(issue), tags),
        },
      ]
    }
    default:
      return [{ path, given: display(issue.input), expected: 'another value' }]
  }
}

/** The type that has an object's fields, if the object lacks its type. */
function likelyType({ input, inst }: z.core.$ZodRawIssue): unknown {
  const { options } = (inst as z.ZodMiniDiscriminatedUnion).def
  const fields = Object.keys(input as object)
  const shapes = options.map((option) => (option as z.ZodMiniObject).shape)
  const fitting = shapes.filter((shape) =>
    fields.every((field) => field in shape),
  )
  const [{ type } = {}, ...others] = fields.length === 0 ? [] : fitting
  return others.length > 0
    ? undefined
    : (type as z.ZodMiniLiteral | undefined)?.def.values[0]
}

/**
 * The canonical copy of what a verb was given.
 *
 * @param subject - What an argument that is no object is called.
 * @throws InvalidParametersError when something is wrong, naming all of it.
 */
export function parseParameters<parsed>(
  verb: string,
  schema: Schema<parsed, unknown>,
  given: unknown,
  subject?: string,
): parsed {
  const parsed = parse(schema, given)
  if (!parsed.ok) {
    const problems = parsed.refusals.map(toProblem)
    throw invalidParameters(verb, problems, subject)
  }
  return parsed.value
}

/**
 * Refuses what could act on nothing, as its time is over when it is declared.
 *
 * @throws InvalidParametersError
 */
export function checkAhead(
  verb: string,
  { until }: { readonly until?: number | undefined },
  now: number,
) {
  if (until !== undefined && until <= now)
    throw invalidParameters(verb, [
      {
        path: 'until',
        given: `${until}`,
        expected: `more than node.now, which is ${now}`,
      },
    ])
}
