import { reason } from '../../../base/hex/display.js'

/** A listener that fails at every beat must not bury what failed first. */
const mostThrown = 10

/**
 * Throws an error as it is, and of several an AggregateError of those that say
 * different things.
 */
export function throwAll(errors: readonly unknown[]): void {
  const told = new Map<string, unknown>()
  for (const error of errors) {
    const text = reason(error)
    if (!told.has(text)) told.set(text, error)
  }
  if (told.size === 1) throw errors[0]
  if (told.size === 0) return
  const shown = [...told].slice(0, mostThrown)
  const more = told.size - shown.length
  const texts = shown.map(([text]) => text.replace(/\.$/, '')).join('; ')
  throw new AggregateError(
    shown.map(([, error]) => error),
    `${errors.length} errors: ${texts}${more > 0 ? `; and ${more} more` : ''}`,
  )
}
