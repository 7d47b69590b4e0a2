export type { SettleOptions } from '../kit/index.js'
export { settle, testNode } from './vitestKit.js'
