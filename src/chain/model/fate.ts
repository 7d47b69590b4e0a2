/** The decision of a rule about a transaction that was sent. */
export type Fate =
  /** It is included that many beats later. */
  | { readonly type: 'delay'; readonly beats: number }
  /** It waits for ever. */
  | { readonly type: 'never' }
  /**
   * It is dropped that many beats after it entered, or left out of the seal.
   */
  | { readonly type: 'drop'; readonly beats: number }
  /** It enters, and its block is sealed without it. */
  | { readonly type: 'omit' }
  /** It enters, and is sealed as reverted. */
  | { readonly type: 'revertAtSeal' }
