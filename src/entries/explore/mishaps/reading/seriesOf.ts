/**
 * Requests that share a read, in their order; one may stand in several series.
 */
export function seriesOf<request>(
  requests: readonly request[],
  readsOf: (request: request) => readonly string[],
): ReadonlyMap<string, readonly request[]> {
  const series = new Map<string, request[]>()
  for (const request of requests)
    for (const read of new Set(readsOf(request))) {
      const like = series.get(read) ?? []
      like.push(request)
      series.set(read, like)
    }
  return series
}
