import type { Fault } from '../../../index.js'
import type { Timeline, TimelineRequest } from '../../timeline/index.js'
import type { Candidate } from './candidate.js'
import { faultStep } from './faultStep.js'
import { isOfWallet } from './reading/isOfWallet.js'
import { nthOf } from './reading/nthOf.js'
import { outcomeText } from './reading/outcomeText.js'
import { picksOf } from './reading/picksOf.js'
import { readsOf } from './reading/readsOf.js'
import { seriesOf } from './reading/seriesOf.js'
import { oldBeats, waysToErr } from './waysToErr.js'

/** Each request that a fault can hit, once in each way that endpoints err. */
export function requestMishaps(timeline: Timeline): Candidate[] {
  const { chainId } = timeline
  const requests = timeline.answeredRequests
    .filter((request) => request.method !== null && !isOfWallet(request))
    .sort((one, other) => one.at - other.at)
  const places = placesOf(requests)
  const ways = waysToErr(timeline.preconfirmationTime)
  return [
    ...seriesOf(requests, (request) => readsOf(request, timeline)),
  ].flatMap(([read, series]): Candidate[] =>
    picksOf(series.map(outcomeText)).flatMap((index, pick) => {
      const request = series[index] as TimelineRequest
      return ways
        .filter(({ fits }) => fits?.(request, before(series, request)) ?? true)
        .map(({ kind, rank, words, fault, lasts }) => ({
          kind,
          aim: read,
          rank: rank + pick,
          name: `${nthOf(index, series.length, read)} ${typeof words === 'string' ? words : words(`${request.method}`)}`,
          chainId,
          steps: [
            faultStep({
              ...fault,
              methods: [request.method as string],
              ...(lasts === undefined
                ? { skip: places.get(request)?.(fault) ?? 0, times: 1 }
                : { since: request.at, until: request.at + lasts }),
            }),
          ],
        }))
    }),
  )

  function before(series: readonly TimelineRequest[], { at }: TimelineRequest) {
    const latest = at - oldBeats * timeline.preconfirmationTime
    return series.filter((other) => other.at <= latest).at(-1)
  }
}

/** How many of the same method a fault lets through before each request. */
function placesOf(requests: readonly TimelineRequest[]) {
  const counted = new Map<string, TimelineRequest[]>()
  return new Map(
    requests.map((request) => {
      const { method } = request as { method: string }
      const like = counted.get(method) ?? []
      const earlier = like.length
      counted.set(method, like)
      like.push(request)
      return [
        request,
        (fault: Fault) =>
          like.slice(0, earlier).filter((other) => counts(fault, other)).length,
      ]
    }),
  )
}

/** As docs/reference/faults.md says what counts. */
function counts({ type }: Fault, { outcome }: TimelineRequest): boolean {
  if (type === 'null') return outcome.type === 'result'
  const isMalformed = outcome.type === 'error' && outcome.error.code === -32602
  return !isMalformed || !['rpc', 'stale', 'otherBlock'].includes(type)
}
