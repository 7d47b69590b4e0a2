export { type BoundaryGapOptions, boundaryGap } from './boundaryGap.js'
export { type DroppedTailOptions, droppedTail } from './droppedTail.js'
export { type EmptyBeatsOptions, emptyBeats } from './emptyBeats.js'
export { type FasterBlocksOptions, fasterBlocks } from './fasterBlocks.js'
export { type FinalityStallOptions, finalityStall } from './finalityStall.js'
export { type FrozenPendingOptions, frozenPending } from './frozenPending.js'
export type { PresetOptions } from './internal/presetOptions.js'
export type { Scenario } from './internal/scenario.js'
export { type JitteredOptions, jittered } from './jittered.js'
export { type LoadBalancerOptions, loadBalancer } from './loadBalancer.js'
export { type MissedIndexOptions, missedIndex } from './missedIndex.js'
export {
  type NoPreconfirmationsOptions,
  noPreconfirmations,
} from './noPreconfirmations.js'
export { type PartialPendingOptions, partialPending } from './partialPending.js'
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
export { type SteadyOptions, steady } from './steady.js'
export { type TwoAheadOptions, twoAhead } from './twoAhead.js'
