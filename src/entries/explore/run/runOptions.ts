import type { TestNodeOptions } from '../../kit/index.js'
import type { WalletOptions } from '../../wallet/index.js'
import type { Invariant } from '../model/run.js'

/** What every run is made of. */
export type RunOptions = {
  /** ms of the chain's time that a run takes. */
  readonly for: number
  /** One for each node. */
  readonly nodes: readonly (TestNodeOptions | (() => TestNodeOptions))[]
  readonly wallet: WalletOptions | undefined
  /** Those of the whole run, which watch nothing. */
  readonly invariants: readonly Invariant[]
}
