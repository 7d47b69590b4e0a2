export type SubscriptionOptions = {
  /**
   * Heads of `newHeads`: each sealed block, or the pending block at every beat;
   * default `'block'`
   */
  newHeads?: 'block' | 'beat' | undefined
  /**
   * Messages of `newFlashblocks`: the pending block, or a payload as in a
   * builder's stream; default `'block'`
   */
  newFlashblocks?: 'block' | 'payload' | undefined
}
