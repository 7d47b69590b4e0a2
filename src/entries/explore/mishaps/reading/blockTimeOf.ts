import type { Timeline } from '../../../timeline/index.js'

/** ms between two blocks, as they came. */
export function blockTimeOf({ blocks, blockTime }: Timeline): number {
  const [first, second] = blocks
  return first === undefined || second === undefined
    ? blockTime
    : Math.max(second.at - first.at, 1)
}
