import { display } from '../../../base/hex/display.js'
import type { Invariant, Seen, Wrong } from '../model/run.js'
import { InvalidInvariantError } from '../options/readGiven.js'

type Said = ReturnType<Invariant> | (Wrong & { readonly cause: unknown })

/**
 * Asks an invariant about a run. An error that it throws is a mistake in the
 * run, as the value may be one that only a mishap brings.
 *
 * @throws InvalidInvariantError if it is none.
 */
export function askInvariant(
  invariant: Invariant,
  name: string,
  seen: Seen,
): Said {
  const said = attempt(invariant, seen)
  if (said === undefined || isSaid(said)) return said
  throw new InvalidInvariantError(
    typeof said === 'function'
      ? `${name} was not called. Write ${invariant.name}(…) in the list of invariants.`
      : `${name} returned ${display(said)}, expected undefined, { at, text }, { undecidedUntil } or { unjudged }.`,
  )
}

function attempt(invariant: Invariant, seen: Seen): Said {
  try {
    return invariant(seen)
  } catch (cause) {
    if (cause instanceof InvalidInvariantError) throw cause
    const said = cause instanceof Error ? `${cause}` : display(cause)
    return { at: seen.now, text: `it threw ${said.split('\n')[0]}`, cause }
  }
}

function isSaid(said: object): boolean {
  const { at, text, undecidedUntil, unjudged } = Object(said) as {
    readonly [name: string]: unknown
  }
  return (
    (typeof at === 'number' && typeof text === 'string') ||
    typeof undecidedUntil === 'number' ||
    typeof unjudged === 'string'
  )
}
