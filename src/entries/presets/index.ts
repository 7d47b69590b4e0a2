export {
  type BoundaryGapOptions,
  boundaryGap,
  type MissedIndexOptions,
  missedIndex,
  type TwoAheadOptions,
  twoAhead,
} from './boundaries.js'
export {
  type LoadBalancerOptions,
  loadBalancer,
  type PartialPendingOptions,
  type PublicEndpointOptions,
  partialPending,
  publicEndpoint,
  type SilentZerosOptions,
  silentZeros,
} from './endpoints.js'
export {
  type NewAccountGasOptions,
  newAccountGas,
  type TransferLogsOptions,
  transferLogs,
} from './forks.js'
export type { PresetOptions } from './options.js'
export type { Scenario } from './preset.js'
export {
  type EmptyBeatsOptions,
  emptyBeats,
  type FasterBlocksOptions,
  fasterBlocks,
  type JitteredOptions,
  jittered,
  type SteadyOptions,
  steady,
} from './rhythm.js'
export {
  type DroppedTailOptions,
  droppedTail,
  type ReceiptDivergenceOptions,
  type ReorderedSealOptions,
  type ReorgedAwayOptions,
  type RevertedAfterAllOptions,
  receiptDivergence,
  reorderedSeal,
  reorgedAway,
  revertedAfterAll,
  type SealedWithoutOptions,
  sealedWithout,
} from './seals.js'
export { sequence } from './sequence.js'
export {
  type FinalityStallOptions,
  type FrozenPendingOptions,
  finalityStall,
  frozenPending,
  type NoPreconfirmationsOptions,
  noPreconfirmations,
} from './stalls.js'
