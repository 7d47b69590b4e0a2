import { invalidArgument } from './invalid.js'

/** The options of a function by name, each of them once. */
export type Names<options> = { readonly [name in keyof options]-?: true }

/**
 * Refuses a name that is none of a function's options: mistyped, it would be as
 * good as left out. Small, for entries that check nothing else.
 */
export function checkNames<options>(
  asked: string,
  given: unknown,
  names: Names<options>,
): void {
  const known = Object.keys(names)
  const isOptions =
    typeof given === 'object' && given !== null && !Array.isArray(given)
  const unknown = isOptions
    ? Object.keys(given).find((name) => !known.includes(name))
    : kindOf(given)
  if (unknown !== undefined)
    throw invalidArgument(
      asked,
      isOptions ? `the option "${unknown}"` : unknown,
      `{ ${known.join(', ')} }`,
    )
}

/** An array may have no text, and a function too much. */
function kindOf(given: unknown): string {
  if (Array.isArray(given)) return 'an array'
  return typeof given === 'function' ? 'a function' : String(given)
}
