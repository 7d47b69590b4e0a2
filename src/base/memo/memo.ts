/** Computed at the first call, and the same from then on. */
export function lazy<value>(make: () => value): () => value {
  let made: value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Calls `make` once for each key; `most` results are kept, then all forgotten. */
export function remember<key extends string | bigint, result>(
  make: (key: key) => result,
  most = Number.POSITIVE_INFINITY,
): (key: key) => result {
  const known = new Map<key, result>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size === most) known.clear()
    const result = make(key)
    known.set(key, result)
    return result
  }
}

const source: unique symbol = Symbol('source')

/**
 * Adds fields to records, read from a source whenever they are asked for. All
 * records share the getters: V8 keeps one of a record's own, with all that it
 * reaches, such as a whole node, until it next collects old memory.
 */
export function lateFields<source, fields>(
  reads: {
    readonly [name in keyof fields]: (from: source) => fields[name]
  },
) {
  const getters: PropertyDescriptorMap = {}
  for (const name in reads) {
    const read = reads[name]
    getters[name] = {
      enumerable: true,
      configurable: true,
      get(this: { readonly [source]: source }) {
        return read(this[source])
      },
    }
  }
  return <record extends object>(record: record, from: source) =>
    Object.defineProperties(
      Object.defineProperty(record, source, { value: from }),
      getters,
    ) as record & fields
}
