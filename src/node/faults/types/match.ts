import type { BlockSelector } from '../../../base/hex/selector.js'

/** The requests of a fault; an absent field matches every request. */
export type Match = {
  readonly methods?: readonly string[] | undefined
  /** The selector as the request says it, so that its number is not its tag. */
  readonly block?: BlockSelector | undefined
  /** How many matching requests are let through first. */
  readonly skip?: number | undefined
  /** Every n-th of the other requests is affected; 1 */
  readonly everyNth?: number | undefined
  /** How many requests are affected. */
  readonly times?: number | undefined
  /** From this ms of the node's time on. */
  readonly since?: number | undefined
  /**
   * Until this ms of the node's time, exclusive. A request that already hangs
   * stays so until the fault is lifted.
   */
  readonly until?: number | undefined
}
