import type { BlockSelector } from '../hex/selector.js'

/** Which requests a fault is for; what is left out matches every request. */
export type Match = {
  readonly methods?: readonly string[] | undefined
  /** The selector as the request says it, so that its number is not its tag. */
  readonly block?: BlockSelector | undefined
  /** How many matching requests are let through first. */
  readonly after?: number | undefined
  /** Of those that come then, each so-many-th is affected; 1: all of them */
  readonly every?: number | undefined
  /** How many requests are affected. */
  readonly times?: number | undefined
  /** From this ms of the node's time on. */
  readonly from?: number | undefined
  /**
   * Up to this ms of the node's time, which itself is past. A request that
   * hangs by then hangs on until the fault is lifted.
   */
  readonly until?: number | undefined
}

/** A reason for which a request is answered otherwise than by the chain. */
export type Fault = Match &
  (
    | {
        readonly type: 'http'
        readonly status: number
        readonly body?: string | undefined
        readonly headers?: Readonly<Record<string, string>> | undefined
      }
    | {
        readonly type: 'rpc'
        readonly code: number
        readonly message: string
        readonly data?: unknown
      }
    | { readonly type: 'null' }
    | { readonly type: 'network' }
    | { readonly type: 'delay'; readonly ms: number }
    | { readonly type: 'hang' }
    | { readonly type: 'stale'; readonly beats: number }
    | { readonly type: 'frozen' }
    /** Of `methods` that look up a transaction by hash: finds sealed ones only. */
    | { readonly type: 'skew'; readonly to: BlockSelector }
    | { readonly type: 'zero' }
  )
