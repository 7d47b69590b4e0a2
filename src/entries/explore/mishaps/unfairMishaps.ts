import type { Fault } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import type { Candidate } from './candidate.js'
import { isOfWallet } from './isOfWallet.js'

/** What hardly any network does: asked for by `unfair`. */
export function unfairMishaps(timeline: Timeline): Candidate[] {
  const { chainId, blocks } = timeline
  const fault = (name: string, fault: Fault): Candidate => ({
    kind: 'disconnected',
    rank: 0,
    name,
    chainId,
    steps: [{ at: 0, type: 'fault', label: 'mishap', fault }],
  })
  const methods = timeline.answeredRequests.flatMap((request) =>
    request.method === null || isOfWallet(request) ? [] : [request.method],
  )
  const failing = [...new Set(methods)].map((method) =>
    fault(`the first ${method} finds no connection`, {
      type: 'network',
      methods: [method],
      times: 1,
    }),
  )
  const deep = blocks.slice(1).flatMap(({ at, number, transactions }, index) =>
    transactions.length + (blocks[index]?.transactions.length ?? 0) === 0
      ? []
      : [
          {
            kind: 'reorged' as const,
            rank: 1,
            name: `block ${number} and the one before give way to empty ones`,
            chainId,
            steps: [{ at: at + 1, type: 'reorg' as const, depth: 2 }],
          },
        ],
  )
  return [...failing, ...deep]
}
