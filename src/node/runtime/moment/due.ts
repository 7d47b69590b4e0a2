/** `at`: ms since the node was created */
type Timed = { readonly at: number }

/**
 * The steps from `position` on that are due by `now`, in the order in which
 * they act: by `at`, then by position, which is how a script is sorted.
 */
export function due<step extends Timed>(
  script: readonly step[],
  position: number,
  now: number,
): readonly step[] {
  let end = position
  while ((script[end]?.at ?? Number.POSITIVE_INFINITY) <= now) end += 1
  return script.slice(position, end)
}

/** When the step at `position` is due, in ms since birth, if there is one. */
export function nextStepAt(
  script: readonly Timed[],
  position: number,
): number | undefined {
  return script[position]?.at
}
