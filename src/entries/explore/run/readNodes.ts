import type { Clock } from '../../../index.js'
import { readTestNode, type TestNodeOptions } from '../../kit/index.js'

/** The options of the nodes of one run, and how to make the nodes. */
export function readNodes(
  given: readonly (TestNodeOptions | (() => TestNodeOptions))[],
) {
  const nodes = given.map((one) =>
    readTestNode({
      requestHistory: 100_000,
      ...(typeof one === 'function' ? one() : one),
    }),
  )
  return {
    /** unix ms, of the latest among them. */
    start: Math.max(...nodes.map(({ start }) => start)),
    make: (clock: Clock) => nodes.map(({ make }) => make(clock)),
  }
}
