export type { ExploreFn, ExploreTest } from '../exploreKit/index.js'
export type { AsyncOptions, TestChain, TestNodeOptions } from '../kit/index.js'
export {
  advanceAsync,
  explore,
  nextBeatAsync,
  nextBlockAsync,
  testNode,
} from './nodeTestKit.js'
