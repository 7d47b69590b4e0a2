/** What a picture shows: whatever draws it needs nothing else. */
export type Scene = Omit<Packed, 'transactions' | 'people' | 'balances'> & {
  readonly transactions: readonly SceneTransaction[]
  readonly balances: readonly Balances<bigint>[]
}

type SceneTransaction = {
  readonly name: string
  /** From whom, to whom and how much. */
  readonly text: string
  readonly moves: readonly SceneMove[]
}

export type SceneMove = readonly [
  at: number,
  type: 'sent' | 'preconfirmed' | 'dropped' | 'sealed',
  text: string,
]

/** A scene as a page carries it: an hour of chain is much to tell in full. */
export type Packed = {
  readonly title: string
  /** ms since the node was created */
  readonly from: number
  readonly until: number
  /** ms from beat to beat */
  readonly beatTime: number
  /** Where they leave the rhythm; null where they keep it. */
  readonly beats: readonly number[] | null
  /** When each was sealed, number, hash and transactions, by position. */
  readonly blocks: readonly (readonly [
    at: number,
    number: number,
    hash: string,
    transactions: readonly number[],
  ])[]
  /** From and to are positions in `people`; -1 is a creation. */
  readonly transactions: readonly (readonly [
    name: string,
    from: number,
    to: number,
    amount: string,
    moves: readonly PackedMove[],
  ])[]
  readonly people: readonly string[]
  readonly notes: readonly (readonly [
    at: number,
    type: 'step' | 'fault' | 'request' | 'failed',
    text: string,
  ])[]
  /** How far behind latest they are, when that changed; null: not known. */
  readonly lags: readonly (readonly [
    at: number,
    safe: number | null,
    finalized: number | null,
  ])[]
  /** After how long, and by how many wei as text, each has changed. */
  readonly balances: readonly Balances<string>[]
}

/**
 * How long after the one before, its type by position in `moveTypes`, and a
 * beat or a reason.
 */
type PackedMove = readonly [
  after: number,
  type: number,
  block?: number,
  detail?: number | string,
]

/** Of one account, whenever it changed; null while it is not known. */
export type Balances<wei> = {
  readonly account: string
  readonly pending: readonly (readonly [at: number, wei: wei | null])[]
  readonly latest: readonly (readonly [at: number, wei: wei | null])[]
}
