import type {
  InclusionDecision,
  SentMatch,
} from '../../chain/model/transaction.js'

/** A rule for transactions that arrive by request. */
export type InclusionRule = InclusionDecision & {
  /** The transactions that it applies to. Absent fields match all. */
  readonly match?: SentMatch | undefined
  /** A name for a `lift` step. */
  readonly label?: string | undefined
  /** ms of the node's time from which it applies. */
  readonly since?: number | undefined
  /** ms of the node's time until which it applies, exclusive. */
  readonly until?: number | undefined
  /** Number of matching transactions that pass first. */
  readonly skip?: number | undefined
  /** Maximum number of affected transactions. */
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
