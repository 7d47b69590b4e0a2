import type { InnerCall, Timeline } from '../../timeline/index.js'
import type { Candidate } from './candidate.js'
import { nthOf } from './reading/nthOf.js'
import { picksOf } from './reading/picksOf.js'
import { innerReadName } from './reading/readsOf.js'
import { seriesOf } from './reading/seriesOf.js'

/**
 * Each call within Multicall3, failing alone: a node that runs out of gas or
 * time on a big batch answers the others.
 */
export function innerCallMishaps(timeline: Timeline): Candidate[] {
  const { chainId, annotations } = timeline
  const calls = timeline.answeredRequests
    .flatMap(({ at, calls, params }) =>
      calls.map((call) => ({ at, call, block: params[1] })),
    )
    .sort((one, other) => one.at - other.at)
  // A contract that is read twice in a batch is one that is read twice.
  const series = [
    ...seriesOf(calls, ({ call: { to, selector } }) => [`${to} ${selector}`]),
  ]
  return series.flatMap(([, like]) =>
    picksOf(like.map(({ call }) => `${call.output}`)).flatMap((skip, pick) => {
      const { call, block } = like[skip] as { call: InnerCall; block: unknown }
      if (call.isSuccess !== true) return []
      const read = innerReadName(call, block, annotations.names)
      return {
        kind: 'failed' as const,
        aim: read,
        rank: 1 + pick,
        name: `${nthOf(skip, like.length, read)} fails alone within Multicall3`,
        chainId,
        innerCall: { to: call.to, selector: call.selector, skip },
      }
    }),
  )
}
