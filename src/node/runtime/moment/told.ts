import type { Chain } from '../../../chain/blocks/chain.js'
import type {
  BeatPosition,
  TransactionEvent,
} from '../../../chain/blocks/transactionEvent.js'

/** An event, with the chain at that time: more may have happened since. */
export type ChainEvent =
  | {
      type: 'reorged'
      number: bigint
      depth: number
      wasFinalized: boolean
    }
  | { type: 'sealed'; number: bigint; chain: Chain }
  | {
      type: 'transaction'
      event: TransactionEvent
      /** The block that was pending, and its last beat. */
      at: BeatPosition
      chain: Chain
    }
  | {
      type: 'beat'
      time: number
      chain: Chain
      at: BeatPosition
      /** Counted from creation. */
      count: number
      /** ms since its block opened */
      offset: number
    }

/** An act of a script. */
export type ToldStep = {
  readonly type: 'step'
  /** Its type, and what is said beside that. */
  readonly step: { readonly type: string }
  /** The step's result for its verb. */
  readonly result: unknown
}

/** In its order. */
export type Happened = readonly (ChainEvent | ToldStep)[]

/** Beats are arithmetic, so they need not be remembered. */
export type ToldEntry = Exclude<ChainEvent, { type: 'beat' }> | ToldStep

/** A moment's memory of how it came about, newest first. */
export type Told = { readonly entry: ToldEntry; readonly before: Told } | null

/**
 * Adds what just happened. It is made of links, since one instant may hold
 * thousands of verbs.
 */
export function tell(told: Told, happened: Happened): Told {
  let next = told
  for (const entry of happened)
    if (entry.type !== 'beat') next = { entry, before: next }
  return next
}

/** Oldest first. */
export function listTold(told: Told): readonly ToldEntry[] {
  const list: ToldEntry[] = []
  for (let link = told; link !== null; link = link.before) list.push(link.entry)
  return list.reverse()
}
