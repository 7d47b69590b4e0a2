/** Names of mishaps are sentences; what is longer is no name. */
const longest = 300

/** The one of `names` that was probably meant, if `given` is none of them. */
export function nearest(
  given: string,
  names: readonly string[],
  /** Letters that may be wrong; by default a quarter of them. */
  most = Math.max(1, Math.floor(given.length / 4)),
): string | undefined {
  if (given.length > longest) return undefined
  const text = given.toLowerCase()
  let best: string | undefined
  let least = most + 1
  for (const candidate of names) {
    if (Math.abs(candidate.length - given.length) >= least) continue
    const distance = edits(text, candidate.toLowerCase())
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

/** Letters inserted, deleted, replaced or swapped between two texts. */
function edits(left: string, right: string): number {
  const rows = [Array.from({ length: right.length + 1 }, (_, index) => index)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= right.length; j++) {
      const isSame = left[i - 1] === right[j - 1]
      const isSwap =
        left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(left.length, right.length)
}
