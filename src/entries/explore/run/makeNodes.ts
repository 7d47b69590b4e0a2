import { createMockNode, type MockNode } from '../../../index.js'
import {
  optionsOfChain,
  startOf,
  type TestNodeOptions,
  type testClock,
  timestampAt,
} from '../../kit/index.js'
import { annotate } from '../../timeline/index.js'

/** The options and records for the nodes of one run. */
export function readNodes(
  nodes: readonly (TestNodeOptions | (() => TestNodeOptions))[],
) {
  const all = nodes.map((given) => {
    const { chain, abis, names, ...options } =
      typeof given === 'function' ? given() : given
    const ofChain = optionsOfChain(chain, options.profile)
    return { options: { ...ofChain, ...options }, abis, names }
  })
  return {
    /** unix ms, of the latest among them. */
    start: Math.max(...all.map(({ options }) => startOf(options))),
    make: (clock: ReturnType<typeof testClock>): MockNode[] =>
      all.map(({ options, abis, names }) => {
        const node = createMockNode({
          ...timestampAt(clock.now, options.fork),
          requestHistory: 100_000,
          ...options,
          clock,
        })
        annotate(node, { abis, names })
        return node
      }),
  }
}
