import type { TestNodeOptions } from '../../kit/index.js'
import type { WalletOptions } from '../../wallet/index.js'
import type { Invariant } from '../model/run.js'

/** The options of every run. */
export type RunOptions = {
  /** ms of the chain's time that a run takes. */
  readonly duration: number
  /** Options, one for each node. */
  readonly nodes: readonly (TestNodeOptions | (() => TestNodeOptions))[]
  readonly wallet: WalletOptions | undefined
  /** Invariants of the whole run, which watch nothing. */
  readonly invariants: readonly Invariant[]
}
