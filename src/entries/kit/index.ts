export { createKit, type Kit } from './createKit.js'
export type { EndTest, TestError } from './host.js'
export type { SettleOptions } from './settleNodes.js'
