import { isPlain } from '../../base/hex/display.js'
import { type Result, refuse } from '../../base/hex/parse.js'

type Refused = Extract<Result<never>, { ok: false }>

/** The fields of an object, and the first of them that is wrong. */
export type Fields = {
  readonly given: { readonly [name: string]: unknown }
  refused: Refused | undefined
}

export function fieldsOf(given: unknown): Fields | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return undefined
  return { given: given as Fields['given'], refused: undefined }
}

/** A field as it is read; null stands for one that is left out. */
export function take<value>(
  fields: Fields,
  name: string,
  parse: (given: unknown) => Result<value>,
): value | undefined {
  const given = fields.given[name]
  if (given === undefined || given === null) return undefined
  const parsed = parse(given)
  if (parsed.ok) return parsed.value
  const { expected } = parsed
  fields.refused ??= { ...parsed, expected: `"${name}" as ${expected}` }
  return undefined
}

/** The value, unless a field was refused. */
export function unlessRefused<value>(
  { refused }: Fields,
  value: value,
): Result<value> {
  return refused ?? { ok: true, value }
}

/** Each item of an array as `parse` reads it. */
export function listOf<value>(
  parse: (given: unknown) => Result<value>,
  expected: string,
): (given: unknown) => Result<value[]> {
  return (given) => {
    if (!Array.isArray(given)) return refuse(given, `an array of ${expected}`)
    const values: value[] = []
    for (const item of given) {
      const parsed = parse(item)
      if (!parsed.ok) return parsed
      values.push(parsed.value)
    }
    return { ok: true, value: values }
  }
}

/** Each value of an object, by its key as `parseKey` reads it. */
export function mapOf<value>(
  parseKey: (given: unknown) => Result<`0x${string}`>,
  parse: (given: unknown) => Result<value>,
  expected: string,
): (given: unknown) => Result<{ [key: `0x${string}`]: value }> {
  return (given) => {
    const isObject =
      typeof given === 'object' && given !== null && isPlain(given)
    if (!isObject) return refuse(given, expected)
    const values: { [key: `0x${string}`]: value } = {}
    for (const [name, item] of Object.entries(given)) {
      const key = parseKey(name)
      if (!key.ok) return key
      const parsed = parse(item)
      if (!parsed.ok) return parsed
      values[key.value] = parsed.value
    }
    return { ok: true, value: values }
  }
}

const quantity = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/
const longQuantity = 'a quantity of at most 32 bytes as hex, no leading zeros'
const most = 2n ** 64n - 1n

export function parseAmount(given: unknown): Result<bigint> {
  return typeof given === 'string' && quantity.test(given)
    ? { ok: true, value: BigInt(given) }
    : refuse(given, longQuantity)
}

/** A quantity of at most 8 bytes: gas, nonces, numbers of blocks. */
export function parseCount(given: unknown): Result<bigint> {
  const parsed = parseAmount(given)
  return parsed.ok && parsed.value <= most
    ? parsed
    : refuse(given, 'a quantity below 2^64 as hex, no leading zeros')
}

export function parseFlag(given: unknown): Result<boolean> {
  return typeof given === 'boolean'
    ? { ok: true, value: given }
    : refuse(given, 'true or false')
}
