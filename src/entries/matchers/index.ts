export type { Verdict } from './internal/verdict.js'
export { matchers, type NodeMatchers } from './matchers.js'
export {
  type TornReadsRange,
  toHaveNoTornReads,
  toHaveNoUnexpectedRequests,
  toHaveNoUnusedFaults,
  toHaveReceivedRequest,
  toHaveSubscription,
} from './requests.js'
export { toHaveBalance, toHaveStorageAt } from './state.js'
export { toBeDropped, toBePreconfirmed, toBeSealed } from './transactions.js'
