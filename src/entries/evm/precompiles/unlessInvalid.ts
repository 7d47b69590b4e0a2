/** Undefined if the curves refuse a number or a point, by throwing. */
export function unlessInvalid<value>(compute: () => value): value | undefined {
  try {
    return compute()
  } catch {
    return undefined
  }
}
