import { display, isPlain } from '../../../base/hex/display.js'
import { checkOption } from './checkOption.js'

type Data = { readonly [key: string]: unknown }

/**
 * Both, merged object by object; a difference is refused by its name.
 *
 * @throws InvalidOptionsError
 */
export function merge(before: Data, after: Data, name: string): Data {
  const merged = { ...before }
  for (const [key, value] of Object.entries(after)) {
    const known = merged[key]
    const path = `${name}.${key}`
    if (value === undefined || Object.is(known, value)) continue
    if (known === undefined) merged[key] = value
    else if (isData(known) && isData(value))
      merged[key] = merge(known, value, path)
    else
      checkOption(
        Array.isArray(known) && isSameList(known, value),
        'sequence',
        path,
        value,
        `nothing, or ${display(known)} as a story before, since one node plays all`,
      )
  }
  return merged
}

/** The lists among the options hold names. */
function isSameList(one: readonly unknown[], other: unknown): boolean {
  return (
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((item, index) => Object.is(item, other[index]))
  )
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && isPlain(value)
}
