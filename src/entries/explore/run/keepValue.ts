import { display, isPlain } from '../../../base/hex/display.js'

/**
 * A copy of a watched value, which the application cannot change later; or what
 * cannot be compared from look to look.
 */
export function keepValue(
  value: unknown,
): { readonly value: unknown } | { readonly unfit: string } {
  const own = typeof value === 'function' || typeof value === 'symbol'
  const unfit = own ? display(value) : unfitWithin(value, [])
  return unfit === undefined ? { value: copy(value) } : { unfit }
}

function unfitWithin(
  value: unknown,
  above: readonly unknown[],
): string | undefined {
  if (typeof value !== 'object' || value === null || isText(value))
    return undefined
  if ('nodeType' in value || 'then' in value) return display(value)
  if (above.includes(value)) return 'an object that contains itself'
  const within = [...above, value]
  for (const inner of valuesOf(value)) {
    const unfit = unfitWithin(inner, within)
    if (unfit !== undefined) return unfit
  }
  return undefined
}

function valuesOf(value: object): unknown[] {
  return value instanceof Map || value instanceof Set
    ? [...value].flat()
    : Object.values(value)
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isText(value)) return value
  if (Array.isArray(value)) return value.map(copy)
  if (value instanceof Map || value instanceof Set)
    return [...value].map((one) => copy(one))
  return isPlain(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, copy(inner)]),
      )
    : value
}

/** Dates, decimals and errors have a text of their own. */
function isText(value: object): boolean {
  return 'toJSON' in value || value instanceof Error
}
