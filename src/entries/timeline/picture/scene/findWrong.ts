import { nameOf, requestText } from '../../../../base/words/words.js'
import type { Timeline } from '../../read/timeline.js'
import { typeOf } from './packMoves.js'
import type { Packed } from './scene.js'

/** The first thing that went wrong, which a page opens at. */
export function findWrong(
  {
    transactions,
    events,
    blocks,
    answeredRequests,
    waitingRequests,
    faults,
  }: Timeline,
  packed: Packed['blocks'],
): Packed['wrong'] {
  const found: (readonly [at: number, text: string])[] = []
  for (const request of answeredRequests)
    if (request.failure !== null)
      found.push([
        request.settledAt,
        `${requestText(request)} failed: ${request.failure.replace(/[.;] .*$/s, '')}`,
      ])
  // The cause of a failing test may be an answer that looks right.
  for (const { fault, since } of faults)
    found.push([since, `a fault of type ${fault.type} began`])
  for (const request of waitingRequests)
    found.push([request.at, `${requestText(request)} still waits`])
  for (const event of events)
    if (event.type === 'reorged') {
      const { blockNumber, depth } = event
      const last = blockNumber + BigInt(depth) - 1n
      const which =
        depth === 1 ? `block ${last}` : `blocks ${blockNumber} to ${last}`
      found.push([event.at, `a re-org replaced ${which}`])
    }
  for (const { moves, ...one } of transactions)
    for (const move of moves)
      if (move.type === 'dropped')
        found.push([
          move.at,
          typeOf(move) === 'omitted'
            ? `${nameOf(one)} was omitted from block ${move.blockNumber}`
            : `${nameOf(one)} was dropped: ${move.reason}`,
        ])
      else if ('status' in move && move.status === 'reverted')
        found.push([move.at, `${nameOf(one)} reverted`])
  for (const [index, [, , , isReordered]] of packed.entries()) {
    const block = isReordered === 1 ? blocks[index] : undefined
    if (block !== undefined)
      found.push([
        block.at,
        `block ${block.number} was sealed in another order`,
      ])
  }
  return found.sort(([one], [other]) => one - other)[0] ?? null
}
