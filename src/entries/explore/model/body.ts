import type { MockNode } from '../../../index.js'
import type { Wallet } from '../../wallet/index.js'
import type { Invariant } from './run.js'

/** A run, as the test gets it. */
export type Explored = {
  /** The node, or the first one of several. */
  readonly node: MockNode
  readonly nodes: readonly MockNode[]
  /** In front of all of them. */
  readonly wallet: Wallet
  /**
   * Looks at something whenever anything may have changed: a text of the page,
   * a value of a hook or a store.
   *
   * @example
   * watch('balance', () => app.balance, [noFlicker()])
   */
  readonly watch: Watch
  /** Ends what the test has opened, after the run. */
  readonly onEnd: (callback: () => void) => void
  /** Lets time pass: within a test nobody else moves it. */
  readonly wait: (ms: number) => Promise<void>
}

export type Watch = (
  name: string,
  look: () => unknown,
  invariants: readonly Invariant[],
) => void

/** An ordinary test of an application, which makes all of its state anew. */
export type Body = (explored: Explored) => unknown
