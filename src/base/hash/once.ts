/** Calls `make` at the first call, and returns its result from then on. */
export function once<value>(make: () => value): () => value {
  let made: value | undefined
  return () => {
    made ??= make()
    return made
  }
}
