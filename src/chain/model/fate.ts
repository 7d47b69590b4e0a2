/** What a rule makes of a transaction that was sent. */
export type Fate =
  /** It enters so many beats after the one that it would have entered. */
  | { readonly type: 'delay'; readonly beats: number }
  /** It waits for ever. */
  | { readonly type: 'never' }
  /** It is taken back so many beats after it entered, or left out of the seal. */
  | { readonly type: 'drop'; readonly beats: number }
  /** It enters, and its block is sealed without it. */
  | { readonly type: 'omit' }
  /** It enters, and is sealed as reverted. */
  | { readonly type: 'revert' }
