import { isPresealError } from '../../../base/errors/errors.js'
import { display } from '../../../base/hex/display.js'
import { errorText } from '../model/errorText.js'
import type { Invariant, Seen, Wrong } from '../model/run.js'
import { invalidInvariant, notCalled } from '../options/readGiven.js'

type Said = ReturnType<Invariant> | (Wrong & { readonly cause: unknown })

/**
 * Asks an invariant about a run. An error that it throws is a mistake in the
 * run, as the value may be one that only a mishap brings.
 *
 * @throws InvalidParametersError if it is none.
 */
export function askInvariant(
  invariant: Invariant,
  name: string,
  seen: Seen,
): Said {
  let said: unknown
  try {
    said = invariant(seen)
  } catch (cause) {
    if (isPresealError(cause, 'InvalidParametersError')) throw cause
    return { at: seen.now, text: `it threw ${errorText(cause)}`, cause }
  }
  if (said === undefined) return undefined
  const { at, text, undecidedUntil, unjudged } = Object(said) as {
    readonly [name: string]: unknown
  }
  if (typeof unjudged === 'string') return { unjudged }
  if (typeof undecidedUntil === 'number') return { undecidedUntil }
  if (typeof at === 'number' && typeof text === 'string') return { at, text }
  throw typeof said === 'function'
    ? notCalled(invariant.name)
    : invalidInvariant(
        `${name} returned ${display(said)}`,
        'undefined, { at, text }, { undecidedUntil } or { unjudged }',
      )
}
