import * as z from 'zod/mini'
import { display } from '../hex/display.js'
import type { Dialect } from './amounts.js'
import {
  hint,
  mostProblems,
  type Problem,
  type Refusal,
  toProblem,
  unknownKey,
} from './problem.js'
import { readList, readObject } from './read.js'
import type { Checked } from './values.js'

/*
 * zod walks and combines; values.ts judges and words. `z.config` stays
 * untouched, since all copies of zod share its settings through `globalThis`,
 * and `jitless` need not be set: zod/mini compiles nothing at run time.
 */

export type Schema<output, input = output> = z.ZodMiniType<output, input>

type Refuse = (refusal: Refusal) => void
type Issues = z.core.$ZodRawIssue[]

/** A schema of one value. */
export function value<output, input = output>(
  check: (given: unknown) => Checked<output>,
): Schema<output, input> {
  return byHand((given, refuse) => {
    const checked = check(given)
    if (checked.ok) return checked.value
    return refuse(
      given === undefined ? { ...checked, given: 'missing' } : checked,
    )
  })
}

/** A schema that reads a whole structure by hand, where that must be fast. */
export function byHand<output, input = output>(
  parse: (given: unknown, refuse: Refuse) => unknown,
): Schema<output, input> {
  return transform((given, issues) => parse(given, refuseInto(issues)))
}

/** Reads the user's object once, before `inner` looks at what was read. */
export function object<inner extends z.ZodMiniType>(
  inner: inner,
  expected = `an object { ${keysOf(inner).join(', ')} }`,
): Schema<z.output<inner>, z.input<inner>> {
  return transform((given, issues) => {
    const read = readObject(given, expected)
    return read.ok ? run(inner, read.value, issues) : refuseInto(issues)(read)
  })
}

export function list<output, input>(
  element: Schema<output, input>,
  expected = 'an array',
): Schema<output[], readonly input[]> {
  const inner = z.array(element)
  return transform((given, issues) => {
    const read = readList(given, expected)
    return read.ok ? run(inner, read.value, issues) : refuseInto(issues)(read)
  })
}

/**
 * A schema that is made when a value arrives. Not `z.lazy`, which is asked at
 * the first parse of what is around it whether it may be absent, and makes it.
 */
export function deferred<output, input>(
  make: () => Schema<output, input>,
): Schema<output, input> {
  return picked(once(make))
}

/** A schema that depends on what kind of value arrives. */
export function picked<output, input>(
  pick: (given: unknown) => Schema<output, input>,
): Schema<output, input> {
  return transform((given, issues) => run(pick(given), given, issues))
}

/** Schemas are made when first used: most test files need few of them. */
export function once<value>(make: () => value): () => value {
  let made: value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The same for what each dialect has its own schema of. */
export function perDialect<value>(make: (dialect: Dialect) => value) {
  const made = {
    code: once(() => make('code')),
    json: once(() => make('json')),
  }
  return (dialect: Dialect): value => made[dialect]()
}

/** A rule over the fields of an object, or the items of a list. */
export function rule<value>(check: (value: value, refuse: Refuse) => void) {
  return ({ value, issues }: { value: value; issues: Issues }) =>
    check(value, refuseInto(issues))
}

type Result<value> =
  | { ok: true; value: value }
  | { ok: false; problems: readonly Problem[] }

/** The canonical copy of `given`, or everything that is wrong with it. */
export function parse<output>(
  by: Schema<output, unknown>,
  given: unknown,
): Result<output> {
  const problems: Problem[] = []
  const result = z.safeParse(by, given, {
    // zod words no issue: it becomes a problem while zod still knows of whom.
    error: (issue) => {
      problems.push(...toProblems(issue))
      return ''
    },
  })
  if (result.success) return { ok: true, value: result.data }
  // The error, and with it the wording of its issues, is made when first read.
  void result.error
  return { ok: false, problems }
}

function transform<output, input>(
  parse: (given: unknown, issues: Issues) => unknown,
): Schema<output, input> {
  return z.transform((given: unknown, { issues }) =>
    parse(given, issues),
  ) as unknown as Schema<output, input>
}

/** zod hands issues on as arguments of a call, which takes only so many. */
function run(inner: z.ZodMiniType, value: unknown, issues: Issues): unknown {
  const result = inner._zod.run({ value, issues: [] }, { async: false })
  const payload = result as Awaited<typeof result>
  for (const issue of payload.issues.slice(0, mostProblems)) issues.push(issue)
  return payload.value
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
  return Object.keys((inner as z.core.$ZodObject)._zod.def.shape)
}

function toProblems(issue: z.core.$ZodRawIssue): Problem[] {
  const path = issue.path ?? []
  switch (issue.code) {
    case 'custom':
      return [toProblem({ ...(issue.params as Refusal), path })]
    case 'unrecognized_keys':
      return issue.keys.map((key) =>
        toProblem({
          path: [...path, key],
          ...unknownKey(key, keysOf(issue.inst)),
        }),
      )
    case 'invalid_union': {
      const tag = `${issue.discriminator}`
      const given = (issue.input as Record<string, unknown>)[tag]
      const tags = issue.options as string[]
      return [
        toProblem({
          path,
          given: given === undefined ? 'missing' : display(given),
          expected: `one of ${tags.map((known) => display(known)).join(', ')}`,
          advice: hint(given, tags),
        }),
      ]
    }
    default:
      return [
        toProblem({
          path,
          given: display(issue.input),
          expected: 'another value',
        }),
      ]
  }
}
