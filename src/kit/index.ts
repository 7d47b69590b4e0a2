export { createKit, type Kit } from './createKit.js'
export type { TestError } from './host.js'
export type { SettleOptions } from './settleNodes.js'
