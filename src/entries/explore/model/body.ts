import type { MockNode } from '../../../index.js'
import type { Wallet } from '../../wallet/index.js'
import type { Invariant } from './run.js'

/** The argument of an explored test: one run. */
export type Explored = {
  /** The node, or the first of several. */
  readonly node: MockNode
  readonly nodes: readonly MockNode[]
  /** The wallet in front of all nodes. */
  readonly wallet: Wallet
  /**
   * Watches a value and checks it against invariants whenever anything may have
   * changed: a text of the page, a value of a hook or a store.
   *
   * @example
   * watch('balance', () => app.balance, [noFlicker()])
   */
  readonly watch: Watch
  /** Registers a callback that cleans up after the run. */
  readonly onEnd: (callback: () => void) => void
  /** Advances time. Within the test, nothing else moves it. */
  readonly wait: (ms: number) => Promise<void>
}

export type Watch = (
  name: string,
  look: () => unknown,
  invariants: readonly Invariant[],
) => void

/** An ordinary test of an application that creates all of its state anew. */
export type Body = (explored: Explored) => unknown
