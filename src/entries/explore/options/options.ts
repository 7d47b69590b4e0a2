import type { TestNodeOptions, Timers } from '../../kit/index.js'
import type { WalletOptions } from '../../wallet/index.js'
import type { Mishap } from '../model/mishap.js'
import type { Invariant } from '../model/run.js'
import type { FakeTimersPackage } from './toTimers.js'

/** A known finding, and why it stands. */
export type Acceptance = {
  /** The mishap's name, in full or as a pattern finds it. */
  readonly mishap: string | RegExp
  /** `balance: wasTrue`; any by default. */
  readonly invariant?: string | undefined
  readonly reason: string
}

export type ExploreOptions = {
  /** ms of the chain's time that each run takes; 20_000 */
  readonly for?: number | undefined
  /** How many single mishaps are tried at most; 200 */
  readonly runs?: number | undefined
  /** The node, as `testNode` takes it. */
  readonly node?: TestNodeOptions | (() => TestNodeOptions) | undefined
  /** Several nodes, in the place of one. */
  readonly nodes?:
    | readonly (TestNodeOptions | (() => TestNodeOptions))[]
    | undefined
  /** The wallet in front of them; each account has 10 ether by default. */
  readonly wallet?: WalletOptions | undefined
  /** Invariants of the whole run, beside those of watched values. */
  readonly invariants?: readonly Invariant[] | undefined
  /** Whether what hardly any network does is tried as well; false */
  readonly unfair?: boolean | undefined
  /** Mishaps of your own, tried before those that the plain run offers. */
  readonly mishaps?: readonly Mishap[] | undefined
  /** How many pairs of mishaps are tried after the single ones; 0 */
  readonly pairs?: number | undefined
  /** Seed from which pairs are drawn; the name of the test. */
  readonly seed?: string | undefined
  /** The part of the mishaps that is tried here, such as `'2/4'`. */
  readonly shard?: string | undefined
  /** The name of the one mishap to try. */
  readonly only?: string | undefined
  /** Known findings. */
  readonly accept?: readonly Acceptance[] | undefined
  /** How many findings end the exploration; 1 */
  readonly findings?: number | undefined
  /** ms of real time after which it ends, and says that it is incomplete; 120_000 */
  readonly realTime?: number | undefined
}

export type PureOptions = ExploreOptions & {
  /** Fake timers: `@sinonjs/fake-timers`, or what does the same. */
  readonly timers: Timers | FakeTimersPackage
  /** Mishaps to try first, as they were found earlier. */
  readonly found?: readonly (readonly Mishap[])[] | undefined
  /** Called after each run. */
  readonly onRun?:
    | ((progress: { readonly tried: number; readonly of: number }) => void)
    | undefined
}
