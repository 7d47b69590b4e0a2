export { createKit, type Kit, type TestNodeOptions } from './createKit.js'
export type { EndTest, TestError } from './host.js'
export type { TestChain } from './optionsOfChain.js'
export type { SettleOptions } from './settleNodes.js'
