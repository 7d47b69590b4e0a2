import type { Match } from './faultType.js'

/** Limits of a fault or a rule; each describes them for what it matches. */
export type Limits = Pick<Match, 'since' | 'until' | 'skip' | 'times'>

/** Whether it applies at that time. */
export function isWithin(
  { since, until, times }: Limits,
  now: number,
  affected: number,
): boolean {
  return (
    (since === undefined || since <= now) &&
    (until === undefined || now < until) &&
    (times === undefined || affected < times)
  )
}
