export { type BoundaryGapOptions, boundaryGap } from './boundaryGap.js'
export { type DroppedTailOptions, droppedTail } from './droppedTail.js'
export { type EmptyBeatsOptions, emptyBeats } from './emptyBeats.js'
export { type FinalityStallOptions, finalityStall } from './finalityStall.js'
export type { PresetOptions } from './internal/presetOptions.js'
export type { Scenario } from './internal/scenario.js'
export { type JitteredOptions, jittered } from './jittered.js'
export { type LoadBalancerOptions, loadBalancer } from './loadBalancer.js'
export { type MigratedOptions, migrated } from './migrated.js'
export { type MissedIndexOptions, missedIndex } from './missedIndex.js'
export { type OutageOptions, outage } from './outage.js'
export { type PublicEndpointOptions, publicEndpoint } from './publicEndpoint.js'
export {
  type ReceiptDivergenceOptions,
  receiptDivergence,
} from './receiptDivergence.js'
export { type ReorderedSealOptions, reorderedSeal } from './reorderedSeal.js'
export { type ReorgedAwayOptions, reorgedAway } from './reorgedAway.js'
export {
  type RevertedAfterAllOptions,
  revertedAfterAll,
} from './revertedAfterAll.js'
export { type SealedWithoutOptions, sealedWithout } from './sealedWithout.js'
export { sequence } from './sequence.js'
export { type SilentZerosOptions, silentZeros } from './silentZeros.js'
export { type SplitBrainOptions, splitBrain } from './splitBrain.js'
export { type StalePendingOptions, stalePending } from './stalePending.js'
export { type SteadyOptions, steady } from './steady.js'
export { type TwoAheadOptions, twoAhead } from './twoAhead.js'
