import { display } from '../../base/hex/display.js'
import type { Result } from '../../base/hex/parse.js'
import { invalidParams, type RpcError } from '../answers/outcome.js'

/** A parameter by its position: what it is called and how it is read. */
export type Parameter<value = unknown> = {
  readonly name: string
  readonly parse: (given: unknown) => Result<value>
  /** Its value if it is left out; without one it is required. */
  readonly absent?: { readonly value: value } | undefined
  /** Whether it says which block is read: faults match by it. */
  readonly isSelector?: boolean | undefined
}

/** The values that the parsers of a list of parameters return. */
export type ValuesOf<list extends readonly Parameter[]> = {
  readonly [position in keyof list]: list[position] extends Parameter<
    infer value
  >
    ? value
    : never
}

/** Clients may write null for a parameter that they leave out. */
export function optional<value, absent>(
  name: string,
  parse: (given: unknown) => Result<value>,
  absent: absent,
) {
  return {
    name,
    absent: { value: absent },
    parse: (given: unknown): Result<value | absent> =>
      given === null ? { ok: true, value: absent } : parse(given),
  }
}

type ParsedParameters =
  | { ok: true; value: readonly unknown[] }
  | { ok: false; error: RpcError }

export function parseParams(
  expected: readonly Parameter[],
  given: readonly unknown[],
): ParsedParameters {
  const value: unknown[] = new Array(expected.length)
  for (let index = 0; index < expected.length; index++) {
    const parameter = expected[index] as Parameter
    if (parameter.absent !== undefined && given[index] === undefined) {
      value[index] = parameter.absent.value
      continue
    }
    const parsed = parameter.parse(given[index])
    if (!parsed.ok)
      return {
        ok: false,
        error: malformed(index, parameter, parsed.given, parsed.expected),
      }
    value[index] = parsed.value
  }
  if (given.length > expected.length)
    return { ok: false, error: surplus(expected, given) }
  return { ok: true, value }
}

function malformed(
  index: number,
  { name }: Parameter,
  given: string,
  expected: string,
): RpcError {
  return invalidParams(
    `Invalid parameter ${index + 1} "${name}": given ${given}, expected ${expected}`,
  )
}

function surplus(
  expected: readonly Parameter[],
  given: readonly unknown[],
): RpcError {
  const count = expected.length
  const names = expected.map(({ name }) => `"${name}"`).join(', ')
  const takes = count === 0 ? 'no parameters' : `${count} (${names})`
  return invalidParams(
    `Surplus parameter ${count + 1}: given ${display(given[count])}, expected ${takes}`,
  )
}
