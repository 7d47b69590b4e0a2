import type { Fault } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import type { Candidate } from './candidate.js'
import { faultStep } from './faultStep.js'
import { isOfWallet } from './reading/isOfWallet.js'
import { sealedBlocks } from './reading/sealedBlocks.js'

/** ms from block to block, as Base has had them since it changed. */
const fasterBlock = 200

/** Mishaps of hardly any network: only with `unfair`. */
export function unfairMishaps(timeline: Timeline): Candidate[] {
  const { chainId } = timeline
  const blocks = sealedBlocks(timeline)
  const fault = (aim: string, name: string, fault: Fault): Candidate => ({
    kind: 'disconnected',
    aim,
    rank: 0,
    name,
    chainId,
    steps: [faultStep(fault)],
  })
  const methods = timeline.answeredRequests.flatMap((request) =>
    request.method === null || isOfWallet(request) ? [] : [request.method],
  )
  const failing = [...new Set(methods)].map((method) =>
    fault(method, `the 1st ${method} fails to connect`, {
      type: 'network',
      methods: [method],
      times: 1,
    }),
  )
  const deep = blocks.slice(1).flatMap(({ at, name, transactions }, index) =>
    transactions.length + (blocks[index]?.transactions.length ?? 0) === 0
      ? []
      : [
          {
            kind: 'reorged' as const,
            aim: name,
            rank: 1,
            name: `${name} and the block before it are replaced by empty blocks`,
            chainId,
            steps: [{ at: at + 1, type: 'reorg' as const, depth: 2 }],
          },
        ],
  )
  const [first] = blocks
  const faster: Candidate[] =
    first === undefined || blocks.length < 2
      ? []
      : [
          {
            kind: 'fasterBlocks',
            aim: first.name,
            rank: 1,
            name: `from ${first.name} on, a block is sealed every ${fasterBlock} ms, without pre-confirmations`,
            chainId,
            steps: [
              {
                at: first.at,
                type: 'setCadence',
                blockTime: fasterBlock,
                preconfirmationTime: fasterBlock,
                beatsSeenBy: 'none',
              },
            ],
          },
        ]
  return [...failing, ...deep, ...faster]
}
