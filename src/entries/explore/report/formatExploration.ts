import { count } from '../../../base/words/words.js'
import type { Exploration } from '../model/exploration.js'

const mostNames = 8

/**
 * Formats a report: how many mishaps of each kind were tried, which were left
 * out or did not fit, which requests no mishap can reach, and which findings
 * are accepted, with the reasons.
 */
export function formatExploration({
  tried,
  offered,
  untried,
  kinds,
  skipped,
  unreachable,
  unjudged,
  isWatched,
  isChainIdle,
  findings,
  accepted,
  acceptedInVain,
  endedEarlyBy,
  ms,
}: Exploration): string {
  const all = Object.entries(kinds).map(
    ([kind, { tried, skipped }]) =>
      `${kind} ${tried}${skipped === 0 ? '' : ` (${skipped} did not fit)`}`,
  )
  return [
    `${endedEarlyBy === 'timeLimit' ? 'INCOMPLETE: explored' : 'Explored'} ${count(tried, 'mishap')} of ${offered} in ${(ms / 1_000).toFixed(1)} s: ${all.join(', ') || 'none'}.`,
    ...(untried === 0
      ? []
      : [
          `Not tried: ${untried}, ${endedEarlyBy === 'finding' ? 'since a finding ended it' : `left out by "runs", "shard"${endedEarlyBy === null ? ' or "only"' : ', "only" or "timeLimit"'}`}.`,
        ]),
    ...(isWatched
      ? []
      : [
          'Nothing is watched: only an error that the test throws, or a rejection that nobody catches, is a finding.',
        ]),
    ...(isChainIdle && findings.length === 0
      ? [
          'In the run without mishaps, no transaction was included and no balance changed after the start, so the test could not reveal a flickering or stale balance. Send a payment in the test, or add one to the "steps" of the node.',
        ]
      : []),
    ...unjudged.map(
      ({ invariant, text }) => `${invariant} had nothing to judge: ${text}.`,
    ),
    ...(skipped.length === 0
      ? []
      : [`Did not fit the moment: ${listed(skipped)}.`]),
    ...(unreachable.length === 0
      ? []
      : [`No mishap can reach: ${listed(unreachable)}.`]),
    ...accepted.map(
      ({ invariant, mishap, reason }) =>
        `Accepted: ${invariant} does not hold when ${mishap}, since ${reason}`,
    ),
    ...(endedEarlyBy === null && untried === 0
      ? acceptedInVain.map(
          (mishap) =>
            `Accepted in vain: nothing breaks when ${mishap}. Remove it from "accept".`,
        )
      : []),
  ].join('\n')
}

function listed(names: readonly string[]): string {
  const more = names.length - mostNames
  return `${names.slice(0, mostNames).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
