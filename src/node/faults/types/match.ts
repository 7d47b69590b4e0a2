import type { BlockSelector } from '../../../base/hex/selector.js'

/** The requests that a fault affects. Absent fields match every request. */
export type Match = {
  readonly methods?: readonly string[] | undefined
  /** The endpoint that is asked, a name of the option `endpoints`. */
  readonly endpoint?: string | undefined
  /**
   * The block selector exactly as in the request: a number does not match a
   * tag.
   */
  readonly block?: BlockSelector | undefined
  /** Number of matching requests that pass first. */
  readonly skip?: number | undefined
  /** After those, every n-th request is affected; default 1 */
  readonly everyNth?: number | undefined
  /** Maximum number of affected requests. */
  readonly times?: number | undefined
  /** ms of the node's time from which it applies. */
  readonly since?: number | undefined
  /**
   * ms of the node's time until which it applies, exclusive. Requests that
   * already hang do so until the fault is lifted.
   */
  readonly until?: number | undefined
}
