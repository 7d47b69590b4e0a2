import type { Fate } from '../../chain/model/fate.js'
import type { SentMatch } from '../../chain/model/sentMatch.js'

/** The fate of a transaction that arrives by request. */
export type InclusionRule = Fate & {
  /** The transactions; an absent field matches all. */
  readonly match?: SentMatch | undefined
  /** Names it for a `lift`. */
  readonly label?: string | undefined
  /** From this ms of the node's time on. */
  readonly since?: number | undefined
  /** Until this ms of the node's time, exclusive. */
  readonly until?: number | undefined
  /** How many matching transactions are let through first. */
  readonly skip?: number | undefined
  /** How many are affected. */
  readonly times?: number | undefined
}

/** A declared rule and how often it has decided. */
export type ActiveRule = {
  /** Unique, as that of a fault is. */
  readonly id: symbol
  readonly rule: InclusionRule
  readonly passed: number
  readonly affected: number
}
