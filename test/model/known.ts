/**
 * What the node is known to do otherwise than it should, by cause: while one
 * stands, stories keep away from it, or its answers are not compared.
 */
const isMended = false

export const stands = {
  /** An import in a block whose beats a step had moved. */
  importAmongBeats: !isMended,
  /** What is told of several blocks that open at one instant. */
  toldOfCrowds: !isMended,
  /** Block and index of what a seal, a re-org or an import drops. */
  placeOfDropped: !isMended,
  /** A transaction that fits into no block beside the deposit. */
  roomBesideDeposit: !isMended,
  /** A `zero` fault hides those that are declared after it. */
  zeroShadows: !isMended,
  /** A `skew` fault counts requests that name no block. */
  skewCountsAll: !isMended,
  /** `safe` and `finalized` step back, or stay where no block is. */
  tagsStepBack: !isMended,
  /** What was set is lost with the blocks that a re-org or import replaces. */
  setsLost: !isMended,
  /** `tick` and `seal` do not see the steps on their way. */
  verbsOverSteps: !isMended,
  /** The index of beats that a step moved within an open block. */
  indexAmongBeats: !isMended,
  /** The floor of the base fee where the chain starts below it. */
  floorFromBelow: !isMended,
  /** `stale` counts regular beats, whatever beats there were. */
  staleAmongBeats: !isMended,
  /** After an import, idle blocks count their deposits from 0. */
  idleDepositsAfterImport: !isMended,
  /** What reverted does what a `sealAs` step says of it all the same. */
  amendOfReverted: !isMended,
  /** A deposit whose mint pays for it, from an unknown balance. */
  mintOfUnknown: !isMended,
} as const

type Cause = keyof typeof stands

const met = new Set<Cause>()

/** Says that a story has come where the node is known to go wrong. */
export function meet(cause: Cause): void {
  if (stands[cause]) met.add(cause)
}

/** Begins anew, and says where it came since it last did. */
export function takeMet(): Cause[] {
  const causes = [...met]
  met.clear()
  return causes
}
