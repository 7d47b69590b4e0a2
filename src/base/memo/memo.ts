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
