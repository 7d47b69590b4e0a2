export type { SettleOptions, TestChain, TestNodeOptions } from '../kit/index.js'
export { settle, testNode } from './jestKit.js'
