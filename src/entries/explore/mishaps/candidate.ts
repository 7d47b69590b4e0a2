import type { Mishap } from '../model/mishap.js'

/** A mishap, what it is aimed at, and how early a sweep tries it: from 0 on. */
export type Candidate = Mishap & {
  readonly rank: number
  /** A read, a transaction, a block, a subscription. */
  readonly aim: string
}
