/**
 * The requests worth an error among like ones, as their places, the first tried
 * first: a request with the same answer before and after it errs alike, so that
 * only the ends of such stretches count, and the middle of them at last.
 *
 * @param answers - One text for each.
 */
export function picksOf(answers: readonly string[]): number[] {
  const starts = answers.flatMap((answer, index) =>
    index === 0 || answer !== answers[index - 1] ? [index] : [],
  )
  const ends = [...starts.slice(1), answers.length].map((next) => next - 1)
  const changes = starts.slice(1).flatMap((start) => [start - 1, start])
  const middles = starts.map((start, index) =>
    Math.floor((start + (ends[index] ?? start)) / 2),
  )
  return [...new Set([0, ...changes, answers.length - 1, ...middles])]
}
