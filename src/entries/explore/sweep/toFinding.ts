import type { Finding } from '../exploration.js'
import type { Mishap } from '../mishap.js'
import type { Judged } from '../run/judge.js'
import type { Run } from '../run/run.js'

export function toFinding(
  run: Run,
  { watch, invariant, at, text, cause }: Judged,
  mishaps: readonly Mishap[],
): Finding {
  return {
    invariant: watch === undefined ? invariant : `${watch}: ${invariant}`,
    at,
    text,
    mishaps,
    looks: watch === undefined ? [] : (run.looks.get(watch) ?? []),
    timelines: run.timelines,
    ...(cause !== undefined && { cause }),
  }
}
