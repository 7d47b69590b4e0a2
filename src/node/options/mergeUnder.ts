/**
 * Options over those of a profile: what both have is merged, object by object,
 * and if it is no object the option wins. Both are canonical.
 */
export function mergeUnder<value>(
  under: value | undefined,
  over: value,
): value {
  if (over === undefined) return under as value
  if (!isObject(under) || !isObject(over)) return over
  const merged: { [key: string]: unknown } = { ...under }
  for (const [key, value] of Object.entries(over))
    merged[key] = mergeUnder(merged[key], value)
  return merged as value
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
