import { count } from '../../../base/words/words.js'
import type { Exploration } from '../model/exploration.js'

const mostNames = 8

/**
 * What was tried: how many mishaps of each kind, what did not fit, what no
 * mishap reached, and what is accepted for which reason.
 */
export function formatExploration({
  tried,
  offered,
  kinds,
  skipped,
  unreached,
  accepted,
  isComplete,
  ms,
}: Exploration): string {
  const all = Object.entries(kinds).map(
    ([kind, { tried, skipped }]) =>
      `${kind} ${tried}${skipped === 0 ? '' : ` (${skipped} did not fit)`}`,
  )
  return [
    `${isComplete ? 'Explored' : 'INCOMPLETE: explored'} ${count(tried, 'mishap')} of ${offered} in ${(ms / 1_000).toFixed(1)} s: ${all.join(', ') || 'none'}.`,
    ...(skipped.length === 0
      ? []
      : [`Did not fit the moment: ${listed(skipped)}.`]),
    ...(unreached.length === 0
      ? []
      : [`No mishap reached: ${listed(unreached)}.`]),
    ...accepted.map(
      ({ invariant, mishap, reason }) =>
        `Accepted: ${invariant} does not hold when ${mishap}, since ${reason}`,
    ),
  ].join('\n')
}

function listed(names: readonly string[]): string {
  const more = names.length - mostNames
  return `${names.slice(0, mostNames).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
