import {
  type Clock,
  createMockNode,
  type MockNode,
  type MockNodeOptions,
} from '../../index.js'
import { type Annotations, annotate } from '../timeline/index.js'
import { optionsOfChain, type TestChain } from './optionsOfChain.js'
import { startOf, timestampAt } from './startOf.js'

/** Options of a test's node: those of `createMockNode`, plus `chain`. */
export type TestNodeOptions = Omit<MockNodeOptions, 'clock'> &
  Annotations & {
    /**
     * A chain of `viem/chains`, such as `base`. The node gets the chain's
     * profile (`profileOf` of `preseal/chains`), or, if there is none, its id
     * and block time
     */
    readonly chain?: TestChain | undefined
  }

/** When a test with such a node begins, in unix ms, and how to make the node. */
export function readTestNode({
  chain,
  abis,
  names,
  ...given
}: TestNodeOptions) {
  const options = { ...optionsOfChain(chain, given.profile), ...given }
  return {
    start: startOf(options),
    make(clock: Clock): MockNode {
      const time = timestampAt(clock.now, options.fork)
      const node = createMockNode({ ...time, ...options, clock })
      annotate(node, { abis, names })
      return node
    },
  }
}
