import { median, type Samples } from './compete.js'
import type { Measure } from './measure.js'

/** What was measured, by the median of the rounds, and its upper limit. */
export type Goal = Measure & {
  readonly limit: number
  readonly isMet: boolean
  /** The same of the fastest rounds: what is left without other programs. */
  readonly fastest: number
}

/** ms */
export function atMost(
  limit: number,
  samples: Samples | undefined,
): Goal | undefined {
  if (samples === undefined) return undefined
  return goal(limit, 'ms', median(samples), Math.min(...samples))
}

export function atMostBytes(limit: number, value: number): Goal {
  return goal(limit, 'bytes', value, value)
}

/** ms more than `empty` took in the same round */
export function atMostOver(
  limit: number,
  samples: Samples | undefined,
  empty: Samples | undefined,
): Goal | undefined {
  if (samples === undefined || empty === undefined) return undefined
  const fastest = Math.min(...samples) - Math.min(...empty)
  return goal(limit, 'ms', difference(samples, empty), fastest)
}

/** Times as long as `floor` took in the same round */
export function atMostTimes(
  limit: number,
  samples: Samples | undefined,
  floor: Samples | undefined,
): Goal | undefined {
  if (samples === undefined || floor === undefined) return undefined
  const ratios = samples.map((ms, round) => ms / (floor[round] ?? Number.NaN))
  const fastest = Math.min(...samples) / Math.min(...floor)
  return goal(limit, 'times', median(ratios), fastest)
}

export function difference(samples: Samples, empty: Samples): number {
  return median(samples.map((ms, round) => ms - (empty[round] ?? Number.NaN)))
}

function goal(
  limit: number,
  unit: Measure['unit'],
  value: number,
  fastest: number,
): Goal {
  return { value, unit, limit, isMet: value <= limit, fastest }
}
