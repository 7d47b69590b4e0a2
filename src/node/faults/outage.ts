import type { ActiveFault, FaultState } from './faultState.js'

/** Fails all that is asked from an instant on: whoever is connected notices. */
function isOutage({ fault, block }: ActiveFault): boolean {
  const { type, methods, skip, everyNth, times } = fault
  const narrowing = [methods, block, skip, everyNth, times]
  return type === 'network' && narrowing.every((field) => field === undefined)
}

/** The outage that stood at some instant after `then`, up to `now`. */
export function outageIn(
  { active }: FaultState,
  then: number,
  now: number,
): ActiveFault | undefined {
  return active.find((one) => {
    const { until = Number.POSITIVE_INFINITY } = one.fault
    return isOutage(one) && beginOf(one) <= now && until > Math.min(then, now)
  })
}

/** When the next one begins, if there is one. */
export function nextOutage(
  { active }: FaultState,
  now: number,
): number | undefined {
  const starts = active.filter(isOutage).map(beginOf)
  const next = Math.min(...starts.filter((start) => start > now))
  return Number.isFinite(next) ? next : undefined
}

function beginOf({ fault: { since = 0 }, since: declared }: ActiveFault) {
  return Math.max(since, declared)
}
