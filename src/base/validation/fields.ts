import { type Issue, type Result, refuse } from '../hex/hex.js'
import {
  invalidParameters,
  mostProblems,
  toProblem,
  unknownKey,
} from './problem.js'
import { readList, readObject } from './read.js'
import type { Validator } from './values.js'

/** A judge of each field of an object. */
export type FieldValidators<value> = {
  readonly [name in keyof value]-?: Validator<value[name]>
}

/**
 * What a function is given, with every default in place.
 *
 * @param asked - The name of the function.
 * @param others - What is wrong with its other arguments.
 * @throws InvalidParametersError naming all that is wrong.
 */
export function readOptions<value extends object>(
  asked: string,
  given: unknown,
  fields: FieldValidators<value>,
  others: readonly Issue[] = [],
): value {
  const names = Object.entries<Validator<unknown>>(fields).map(
    ([name, { check }]) => (check(undefined).ok ? `${name}?` : name),
  )
  const expected = `an object { ${names.join(', ')} }`
  const { value, refusals } = readEach(given, fields, expected)
  const wrong = [...others, ...refusals]
  if (wrong.length > 0) throw invalidParameters(asked, wrong.map(toProblem))
  return value
}

/** Such an object as a field of another. */
export function objectOf<value extends object>(
  fields: FieldValidators<value>,
): Validator<value> {
  const expected = `an object { ${Object.keys(fields).join(', ')} }`
  return {
    check(given) {
      const { value, refusals } = readEach(given, fields, expected)
      return allOrValue(refusals, value)
    },
  }
}

/** A list of such values. */
export function arrayOf<value>({
  check,
}: Validator<value>): Validator<value[]> {
  return {
    check(given) {
      const read = readList(given, 'an array')
      if (!read.ok) return read
      const value: value[] = []
      const refusals: Issue[] = []
      for (const [index, item] of read.value.entries()) {
        const checked = check(item)
        if (checked.ok) value.push(checked.value)
        else refusals.push(...nested(index, checked))
        if (refusals.length >= mostProblems) break
      }
      return allOrValue(refusals, value)
    },
  }
}

/** Lets a field be absent, which means `fallback`. */
export function optional<value, fallback>(
  { check }: Validator<value>,
  fallback: fallback,
): Validator<value | fallback> {
  return {
    check: (given) =>
      given === undefined ? { ok: true, value: fallback } : check(given),
  }
}

/** A value of the user's own, kept as it is. */
export function fitting<value>(
  isFit: (given: unknown) => boolean,
  expected: string,
): Validator<value> {
  return {
    check: (given) =>
      isFit(given)
        ? { ok: true, value: given as value }
        : refuse(given, expected),
  }
}

function readEach<value extends object>(
  given: unknown,
  fields: FieldValidators<value>,
  expected: string,
): { value: value; refusals: readonly Issue[] } {
  const value: { [name: string]: unknown } = {}
  const read = readObject(given, expected)
  if (!read.ok) return { value: value as value, refusals: [read] }
  const names = Object.keys(fields)
  const refusals: Issue[] = Object.keys(read.value)
    .filter((key) => !names.includes(key))
    .map((key) => ({ path: [key], ...unknownKey(key, names) }))
  for (const [name, judge] of Object.entries<Validator<unknown>>(fields)) {
    const checked = judge.check(read.value[name])
    if (checked.ok) value[name] = checked.value
    else refusals.push(...nested(name, checked))
  }
  return { value: value as value, refusals }
}

function nested(
  key: string | number,
  { others = [], ...first }: Issue,
): readonly Issue[] {
  return [first, ...others].map(({ path = [], ...issue }) => ({
    ...issue,
    path: [key, ...path],
  }))
}

function allOrValue<value>(
  [first, ...others]: readonly Issue[],
  value: value,
): Result<value> {
  return first === undefined
    ? { ok: true, value }
    : { ok: false, ...first, others }
}
