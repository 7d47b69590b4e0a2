import { display } from '../hex/display.js'
import { unknownKey } from './problem.js'

/** The options of a function by name, each of them once. */
export type Names<options> = { readonly [name in keyof options]-?: true }

/**
 * Refuses a name that is none of a function's options: mistyped, it would be as
 * good as left out.
 *
 * @param refuse - Makes the error.
 */
export function checkNames<options>(
  asked: string,
  given: unknown,
  names: Names<options>,
  refuse: (text: string) => Error,
): void {
  const known = Object.keys(names)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refuse(
      `${asked} was given ${display(given)}, expected an object { ${known.join(', ')} }`,
    )
  for (const name of Object.keys(given))
    if (!known.includes(name))
      throw refuse(
        `${asked} was given the option ${display(name)}, expected ${unknownKey(name, known).expected}`,
      )
}
