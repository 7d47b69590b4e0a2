import { PresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'

const orNothing = 'or nothing for the chain as it is today'

/** The variant of a profile that is asked for, if any is. */
export function checkVariant<const value extends string>(
  profile: string,
  name: string,
  given: unknown,
  known: readonly value[],
): value | undefined {
  if (typeof given !== 'object' || given === null)
    throw new InvalidProfileError(
      profile,
      'options',
      given,
      `{ ${name} }, ${orNothing}`,
    )
  const options = given as { readonly [name: string]: unknown }
  const extra = Object.keys(options).find((key) => key !== name)
  if (extra !== undefined)
    throw new InvalidProfileError(
      profile,
      extra,
      options[extra],
      `{ ${name} }, ${orNothing}`,
    )
  const variant = options[name]
  if (variant !== undefined && !known.includes(variant as value))
    throw new InvalidProfileError(
      profile,
      name,
      variant,
      `${known.map((one) => display(one)).join(' or ')}, ${orNothing}`,
    )
  return variant as value | undefined
}

/** Thrown by a profile for a variant that it does not have. */
export class InvalidProfileError extends PresealError {
  override readonly name = 'InvalidProfileError'

  constructor(profile: string, name: string, given: unknown, expected: string) {
    super(
      `${profile}: ${display(name)} is ${display(given)}, expected ${expected}.`,
    )
  }
}
