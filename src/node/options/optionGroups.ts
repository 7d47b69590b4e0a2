export type CallOptions = {
  /** gas of a call that names none; 50_000_000n */
  gasLimit?: bigint | undefined
  /**
   * Whose number, time and base fee a call sees that runs on the pending state:
   * those of the pending block, or of latest as on base/base; `'pending'`
   */
  environment?: 'pending' | 'latest' | undefined
}

export type FinalityLag = {
  /** blocks that `safe` is behind `latest`; 60 */
  safe?: number | undefined
  /** blocks that `finalized` is behind `latest`, `safe` or more; 600 */
  finalized?: number | undefined
}

export type SubscriptionOptions = {
  /**
   * When `newHeads` delivers a head: for each sealed block, or for the pending
   * block at every beat; `'block'`
   */
  newHeads?: 'block' | 'beat' | undefined
  /**
   * What `newFlashblocks` delivers: the pending block, or a message as in the
   * stream of a builder; `'block'`
   */
  newFlashblocks?: 'block' | 'payload' | undefined
}
