import { count, type Unit } from '../../../base/words/words.js'
import type { LastRead, Wrong } from './findWrong.js'

/** What an application showed from an instant on. */
export type ShownAt = {
  /** ms since the node was created */
  readonly at: number
  /** Texts by name. */
  readonly values: { readonly [name: string]: string }
  /** Its page, as HTML; absent if it has none. */
  readonly html?: string | undefined
  /** Whether that is what is wrong; default false */
  readonly isWrong?: boolean | undefined
}

/**
 * What a picture shows of a timeline. It is JSON, since the script of a page
 * draws from it as well.
 */
export type Scene = {
  readonly title: string
  /** ms since the node was created */
  readonly from: number
  readonly until: number
  /** ms from beat to beat */
  readonly beat: number
  /** Beats that leave the rhythm; null if they keep it. */
  readonly beats: readonly number[] | null
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
  /** When, from which number on, and how many blocks were replaced. */
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
  /** What an application showed, from instants on, in order. */
  readonly shown: readonly (readonly [
    at: number,
    values: readonly (readonly [name: string, text: string])[],
    html: string | null,
    /** Whether that is what is wrong. */
    isWrong: boolean,
  ])[]
  /** The first thing that went wrong, and what caused it; null if nothing did. */
  readonly wrong: Wrong | null
  /** The last read of the application, and what else it could have read. */
  readonly lastRead: LastRead | null
  /** Whether anybody asked for safe or finalized blocks. */
  readonly isFinalityRead: boolean
  readonly transactions: readonly SceneTransaction[]
  readonly notes: readonly (readonly [
    at: number,
    type: 'step' | 'fault' | 'end' | 'request' | 'failed',
    text: string,
    /** Whether it was answered before the test acted at that instant. */
    isBefore?: boolean,
  ])[]
  /** How far behind latest they are, when that changed; null: not known. */
  readonly lags: readonly (readonly [
    at: number,
    safe: number | null,
    finalized: number | null,
  ])[]
  readonly balances: readonly Balances[]
  /** The position in `balances` of the account that has a lane; -1: none has. */
  readonly account: number
}

/** When each was sealed, number, digits of its hash, and transactions. */
export type SceneBlock = readonly [
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

/** As the moves of a timeline; omitted is dropped by a seal or a reorg. */
export type MoveType =
  | 'sent'
  | 'preconfirmed'
  | 'dropped'
  | 'sealed'
  | 'omitted'

/**
 * Of one account, in wei or the smallest unit of a token, whenever they changed;
 * null while unknown.
 */
export type Balances = {
  readonly account: string
  /** Null: ether. */
  readonly token: Unit | null
  readonly pending: readonly (readonly [at: number, wei: string | null])[]
  readonly latest: readonly (readonly [at: number, wei: string | null])[]
}

/** How long a scene takes, and how much happens in it. */
export function summarize({
  from,
  until,
  blocks,
  leaps,
  transactions,
}: Scene): string {
  const sealed = leaps.reduce(
    (sum, [, first, last]) => sum + last - first + 1,
    blocks.length,
  )
  return `${from} to ${until} ms, ${count(sealed, 'block')} sealed, ${count(transactions.length, 'transaction')}.`
}
