import { isPresealError, PresealError } from '../errors/errors.js'
import { display } from '../hex/display.js'
import { type Hash, parseHash, type Result, refuse } from '../hex/hex.js'

/** An object of a node's JSON, its fields not checked yet. */
export type Wire = { readonly [field: string]: unknown }

type Parse<value> = (given: unknown) => Result<value>

/** @throws InvalidParametersError naming the field by its path. */
export function readField<value>(
  wire: Wire,
  path: string,
  field: string,
  parse: Parse<value>,
): value {
  const given = wire[field]
  const parsed = parse(given)
  if (parsed.ok) return parsed.value
  const shown = given === undefined ? 'missing' : parsed.given
  throw unreadable(`${path}.${field}`, shown, parsed.expected)
}

/** Nodes leave out fields that a block's fork does not have, or give null. */
export function readOptional<value>(
  wire: Wire,
  path: string,
  field: string,
  parse: Parse<value>,
): value | undefined {
  return isGiven(wire, field) ? readField(wire, path, field, parse) : undefined
}

/** Whether a field is there. */
export function isGiven(wire: Wire, field: string): boolean {
  return wire[field] !== undefined && wire[field] !== null
}

export function readItems(wire: Wire, path: string, field: string): Wire[] {
  const given = wire[field]
  const at = `${path}.${field}`
  if (!Array.isArray(given)) throw unreadable(at, display(given), 'an array')
  return given.map((item: unknown, index) => {
    if (isWire(item)) return item
    const where = `${at}[${index}]`
    throw unreadable(where, display(item), 'an object')
  })
}

/**
 * The value that `read` returns for an object, or the first of its fields that
 * is wrong.
 */
export function parseWire<value>(
  given: unknown,
  expected: string,
  read: (wire: Wire) => Result<value>,
): Result<value> {
  if (!isWire(given)) return refuse(given, expected)
  try {
    return read(given)
  } catch (thrown) {
    if (!isPresealError(thrown, 'InvalidParametersError')) throw thrown
    const [first] = thrown.problems
    if (first === undefined) throw thrown
    const { path, given, expected } = first
    return { ok: false, given: `${path} ${given}`, expected }
  }
}

export function isWire(given: unknown): given is Wire {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

export function parseHashes(given: unknown): Result<Hash[]> {
  const expected = 'an array of 32-byte hashes'
  if (!Array.isArray(given)) return refuse(given, expected)
  const value: Hash[] = []
  for (const item of given) {
    const hash = parseHash(item)
    if (!hash.ok) return refuse(item, expected)
    value.push(hash.value)
  }
  return { ok: true, value }
}

/** The error for a field of a node's JSON; its reader says whose mistake it is. */
export function unreadable(
  path: string,
  given: string,
  expected: string,
): PresealError<'InvalidParametersError'> {
  return new PresealError(
    'InvalidParametersError',
    `${path} is ${given}, expected ${expected}`,
    { problems: [{ path, given, expected }] },
  )
}
