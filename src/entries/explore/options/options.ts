import type { TestNodeOptions, Timers } from '../../kit/index.js'
import type { WalletOptions } from '../../wallet/index.js'
import type { Mishap } from '../model/mishap.js'
import type { Invariant } from '../model/run.js'
import type { FakeTimersPackage } from './toTimers.js'

/** A known finding, and why it is accepted. */
export type Acceptance = {
  /** The mishap's full name, or a pattern for it. */
  readonly mishap: string | RegExp
  /** Such as `balance: wasTrue`; default any */
  readonly invariant?: string | undefined
  readonly reason: string
}

export type ExploreOptions = {
  /** Length of each run, in ms of the chain's time; default 20_000 */
  readonly duration?: number | undefined
  /** Maximum of single mishaps to try; default 200 */
  readonly runs?: number | undefined
  /** Options of the node, as for `testNode`. */
  readonly node?: TestNodeOptions | (() => TestNodeOptions) | undefined
  /** Options of several nodes, in place of `node`. */
  readonly nodes?:
    | readonly (TestNodeOptions | (() => TestNodeOptions))[]
    | undefined
  /** Options of the wallet; by default each account has 10 ether */
  readonly wallet?: WalletOptions | undefined
  /** Invariants of the whole run, in addition to those of watched values. */
  readonly invariants?: readonly Invariant[] | undefined
  /** Tries rare mishaps, too (see `mishapsOf`); default false */
  readonly unfair?: boolean | undefined
  /** Your own mishaps, tried before those that the plain run offers. */
  readonly examples?: readonly Mishap[] | undefined
  /** Number of pairs of mishaps to try after the single ones; default 0 */
  readonly pairs?: number | undefined
  /** Seed for drawing pairs; default the name of the test */
  readonly seed?: string | undefined
  /** The share of the mishaps to try here, such as `'2/4'`. */
  readonly shard?: string | undefined
  /** The name of the one mishap to try. */
  readonly only?: string | undefined
  /** Known findings. */
  readonly accept?: readonly Acceptance[] | undefined
  /** Number of findings after which the exploration ends; default 1 */
  readonly bail?: number | undefined
  /** ms of real time after which it ends as incomplete; default 120_000 */
  readonly timeLimit?: number | undefined
}

export type PureOptions = ExploreOptions & {
  /** Fake timers: `@sinonjs/fake-timers`, or an equivalent. */
  readonly timers: Timers | FakeTimersPackage
  /** Mishaps of earlier findings, tried first. */
  readonly found?: readonly (readonly Mishap[])[] | undefined
  /** Called after each run. */
  readonly onRun?:
    | ((progress: { readonly tried: number; readonly of: number }) => void)
    | undefined
}
