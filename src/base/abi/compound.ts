import { type AbiType, readCount, toDigits, wordLength } from './abiType.js'

// biome-ignore lint/suspicious/noExplicitAny: a type of values is its own.
export type AnyType = AbiType<any>

export type ValuesOf<types extends readonly AnyType[]> = {
  -readonly [at in keyof types]: types[at] extends AbiType<infer value>
    ? value
    : never
}

/** A struct, and the list of parameters of a function. */
export function tuple<const types extends readonly AnyType[]>(
  ...types: types
): AbiType<ValuesOf<types>> {
  const isDynamic = types.some((type) => type.isDynamic)
  const heads = types.reduce((sum, { length }) => sum + length, 0)
  return {
    name: `(${types.map(({ name }) => name).join(',')})`,
    length: isDynamic ? wordLength : heads,
    isDynamic,
    encode: (values) => encodeAll(values, (at) => types[at] as AnyType, heads),
    decode(digits, start) {
      let at = start
      return types.map((type) => {
        const value = decodeAt(type, digits, at, start)
        at += type.length
        return value
      }) as ValuesOf<types>
    },
  }
}

export function arrayOf<value>(type: AbiType<value>): AbiType<value[]> {
  return {
    name: `${type.name}[]`,
    length: wordLength,
    isDynamic: true,
    encode: (values) =>
      toDigits(values.length) +
      encodeAll(values, () => type, values.length * type.length),
    decode(digits, at) {
      const count = readCount(digits, at)
      const start = at + wordLength
      if (start + count * type.length > digits.length)
        throw new RangeError('The array is longer than the data.')
      return Array.from({ length: count }, (_, index) =>
        decodeAt(type, digits, start + index * type.length, start),
      )
    },
  }
}

/** First what stands in its place or says where it is, then what is elsewhere. */
function encodeAll(
  values: readonly unknown[],
  typeAt: (at: number) => AnyType,
  heads: number,
): string {
  let head = ''
  let tail = ''
  for (const [at, value] of values.entries()) {
    const type = typeAt(at)
    const encoded = type.encode(value)
    head += type.isDynamic ? toDigits((heads + tail.length) / 2) : encoded
    if (type.isDynamic) tail += encoded
  }
  return head + tail
}

function decodeAt<value>(
  type: AbiType<value>,
  digits: string,
  at: number,
  start: number,
): value {
  if (!type.isDynamic) return type.decode(digits, at)
  return type.decode(digits, start + 2 * readCount(digits, at))
}
