export {
  boundaryGap,
  finalityStall,
  frozenPending,
  loadBalancer,
  missedIndex,
  noPreconfirmations,
  partialPending,
  publicEndpoint,
  silentZeros,
  twoAhead,
} from './faults.js'
export {
  emptyBeats,
  fasterBlocks,
  jittered,
  newAccountGas,
  steady,
  transferLogs,
} from './payments.js'
export type { Preset, PresetOptions, Scenario } from './preset.js'
export {
  droppedTail,
  receiptDivergence,
  reorderedSeal,
  reorgedAway,
  revertedAfterAll,
  sealedWithout,
} from './seals.js'
export { sequence } from './sequence.js'
