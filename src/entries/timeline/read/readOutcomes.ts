import type { Hash, Hex, MockNode, StoryEvent } from '../../../index.js'
import { storyOf } from '../../../node/runtime/story/storyAccess.js'
import type { TimelineOutcome } from './timeline.js'

const mostOutcomes = 500

/** The outcomes of the newest transactions, each at the instant of its beat. */
export function readOutcomes(
  node: MockNode,
  events: readonly StoryEvent[],
): TimelineOutcome[] {
  return events
    .filter((event) => event.type === 'preconfirmed')
    .slice(-mostOutcomes)
    .flatMap(({ at, hash, transaction }) => {
      const { isExecuted, status } = transaction
      const isReverted = isExecuted && status === 'reverted'
      const { request } = node.view(at)
      try {
        const seen = storyOf(node).lookAt(at)
        if (seen.isUnhashed) {
          const { logs = [], output = '0x' } = seen.outcomeOf(hash) ?? {}
          return [{ hash, at, logs, revertData: isReverted ? output : '0x' }]
        }
        const receipt = request({
          method: 'eth_getTransactionReceipt',
          params: [hash],
        })
        if (receipt === null) return []
        const logs = receipt.logs.map(({ address, topics, data }) => ({
          address,
          topics: topics as readonly Hash[],
          data,
        }))
        const revertData = isReverted ? readRevert(request, hash) : '0x'
        return [{ hash, at, logs, revertData }]
      } catch {
        // Nobody knows an instant that is gone.
        return []
      }
    })
}

function readRevert(
  request: ReturnType<MockNode['view']>['request'],
  hash: Hash,
): Hex {
  const { output = '0x' } = request({
    method: 'debug_traceTransaction',
    params: [hash, { tracer: 'callTracer' }],
  }) as { output?: Hex }
  return output
}
