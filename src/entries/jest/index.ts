export type { ExploreFn, ExploreTest } from '../exploreKit/index.js'
export type { SettleOptions, TestChain, TestNodeOptions } from '../kit/index.js'
export { explore, settle, testNode } from './jestKit.js'
