import { PresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'

/** The variant of a profile that is asked for, if any is. */
export function checkVariant<const value extends string>(
  profile: string,
  name: string,
  given: unknown,
  known: readonly value[],
): value | undefined {
  const wrong = (path: string, value: unknown, expected: string) =>
    invalidProfileError(
      profile,
      path,
      value,
      `${expected}, or nothing for the chain as it is today`,
    )
  if (typeof given !== 'object' || given === null)
    throw wrong('options', given, `{ ${name} }`)
  const options = given as { readonly [name: string]: unknown }
  const extra = Object.keys(options).find((key) => key !== name)
  if (extra !== undefined) throw wrong(extra, options[extra], `{ ${name} }`)
  const variant = options[name]
  if (variant !== undefined && !known.includes(variant as value))
    throw wrong(name, variant, known.map((one) => display(one)).join(' or '))
  return variant as value | undefined
}

/** For a profile without variants: an option would be taken silently. */
export function checkNoVariant(profile: string, given: readonly unknown[]) {
  const [options] = given
  if (options === undefined) return
  const fields: [string, unknown][] = Object.entries(Object(options))
  const [[key, value] = ['options', options]] = fields
  throw invalidProfileError(
    profile,
    key,
    value,
    'nothing, as it has no options',
  )
}

/** Thrown by a profile for a variant that it does not have. */
export function invalidProfileError(
  profile: string,
  name: string,
  given: unknown,
  expected: string,
): PresealError<'InvalidOptionsError'> {
  return new PresealError(
    'InvalidOptionsError',
    `${profile}: ${display(name)} is ${display(given)}, expected ${expected}.`,
    { problems: [{ path: name, given: display(given), expected }] },
  )
}
