/** The content of a picture: its drawing needs nothing else. */
export type Scene = Omit<
  Packed,
  'transactions' | 'people' | 'amounts' | 'blocks' | 'balances' | 'served'
> & {
  readonly blocks: readonly SceneBlock[]
  /** From an instant on; -1 is a transaction that is not of the timeline. */
  readonly pending: readonly (readonly [
    at: number,
    number: number | null,
    transactions: readonly number[],
  ])[]
  /** From an instant on; null: not known. An open one is pending, too. */
  readonly latest: readonly (readonly [
    at: number,
    number: number | null,
    isOpen: boolean,
  ])[]
  readonly transactions: readonly SceneTransaction[]
  readonly balances: readonly Balances<bigint>[]
}

/** When each was sealed, number, hash and transactions, by position. */
type SceneBlock = readonly [
  at: number,
  number: number,
  hash: string,
  transactions: readonly number[],
  /** Whether they are in another order than they were pre-confirmed in. */
  isReordered: boolean,
]

type SceneTransaction = {
  readonly name: string
  /** From whom, to whom and how much. */
  readonly text: string
  readonly moves: readonly SceneMove[]
}

export type SceneMove = {
  readonly at: number
  readonly type: MoveType
  readonly text: string
  /** Index within its block; null if it is in none. */
  readonly place: number | null
  readonly isReverted: boolean
}

/** As the moves of a timeline; omitted is dropped by a seal or a re-org. */
export type MoveType =
  | 'sent'
  | 'preconfirmed'
  | 'dropped'
  | 'sealed'
  | 'omitted'

/** A scene as a page carries it: an hour of chain is much to tell in full. */
export type Packed = {
  readonly title: string
  /** ms since the node was created */
  readonly from: number
  readonly until: number
  /** ms from beat to beat */
  readonly beat: number
  /** Beats that leave the rhythm; null if they keep it. */
  readonly beats: readonly number[] | null
  readonly blocks: readonly PackedBlock[]
  /** Pending and latest blocks, whenever they changed. */
  readonly served: readonly PackedServed[]
  /** When, from which number on, and how many blocks gave way. */
  readonly reorgs: readonly (readonly [
    at: number,
    number: number,
    depth: number,
  ])[]
  /** Idle blocks that are left out: when the first came, it and the last. */
  readonly leaps: readonly (readonly [
    at: number,
    first: number,
    last: number,
  ])[]
  /** The assertion by which a test failed, and its line; null if none did. */
  readonly failure: string | null
  /** The first thing that went wrong; null if nothing did. */
  readonly wrong: readonly [at: number, text: string] | null
  /**
   * By its label, else by its hash. From and to are positions in `people`, the
   * amount one in `amounts`; -1 is a creation.
   */
  readonly transactions: readonly (readonly [
    name: string | readonly [hash: string],
    from: number,
    to: number,
    amount: number,
    moves: readonly PackedMove[],
    call?: string,
  ])[]
  readonly people: readonly string[]
  readonly amounts: readonly string[]
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
  /** After how long, and by how many wei, each has changed. */
  readonly balances: readonly Balances<number | string>[]
  /** The position in `balances` of the account that has a lane; -1: none has. */
  readonly account: number
}

/**
 * How long after the one before, its type by position in `moveTypes`, its
 * block, a beat or a reason, its index in the block if that is not 0, 1 if it
 * reverted, and what else the text says of it.
 */
export type PackedMove = readonly [
  after: number,
  type: number,
  block?: number,
  detail?: number | string,
  place?: number,
  isReverted?: 0 | 1,
  more?: string,
]

/**
 * How long after the one before it was sealed, the digits of its hash, its
 * transactions, 1 if they were reordered, and its number if that does not
 * follow.
 */
export type PackedBlock = readonly [
  after: number,
  hash: string,
  transactions: readonly number[],
  isReordered?: 0 | 1,
  number?: number,
]

/**
 * How long after the one before. Then nothing more if a block was sealed and
 * an empty one opened, the position of a transaction that entered, or all.
 */
export type PackedServed =
  | readonly [after: number, entered?: number]
  | readonly [
      after: number,
      pending: number | null,
      latest: number | null,
      transactions: readonly number[],
    ]

/** Balances of one account, whenever they changed; null while unknown. */
export type Balances<wei> = {
  readonly account: string
  readonly pending: readonly (readonly [at: number, wei: wei | null])[]
  readonly latest: readonly (readonly [at: number, wei: wei | null])[]
}
