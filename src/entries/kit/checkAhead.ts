import { PresealError } from '../../base/errors/errors.js'
import type { MockNode } from '../../index.js'
import { storyOf } from '../../node/runtime/story/storyAccess.js'

/** @throws NothingAheadError if no node has another beat or boundary. */
export function checkAhead(
  verb: 'nextBeatAsync' | 'nextBlockAsync',
  nodes: readonly MockNode[],
): void {
  const ofNode = verb === 'nextBeatAsync' ? 'nextBeat' : 'nextBlock'
  if (nodes.some((node) => storyOf(node).isAhead(ofNode))) return
  throw nothingAheadError(verb, ofNode === 'nextBeat' ? 'beat' : 'boundary')
}

/** As the verb of a node throws it. */
function nothingAheadError(
  verb: string,
  what: string,
): PresealError<'NothingAheadError'> {
  return new PresealError(
    'NothingAheadError',
    `${verb}: no further ${what} will come, because option "sealing" is "manual". Call advanceAsync, or node.seal, or add a step of type "seal".`,
  )
}
