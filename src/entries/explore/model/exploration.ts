import type { Timeline } from '../../timeline/index.js'
import type { Mishap, MishapKind } from './mishap.js'
import type { Look } from './run.js'

/** An invariant that a run broke, and the mishaps that broke it. */
export type Finding = {
  /** The watch and its invariant, such as `balance: wasTrue`. */
  readonly invariant: string
  /** ms since the node was created */
  readonly at: number
  /** The mistake, in a sentence. */
  readonly text: string
  /** Empty if the run on the plain network already broke it. */
  readonly mishaps: readonly Mishap[]
  /** The values seen by the watch. */
  readonly looks: readonly Look[]
  /** The story around the finding as text, one for each node. */
  readonly story: readonly string[]
  /** The whole timeline, one for each node; `formatTimeline` draws it. */
  readonly timelines: readonly Timeline[]
  /** The error that the test threw, if that is the mistake. */
  readonly cause?: unknown
}

/** A known finding, with the reason for accepting it. */
export type AcceptedFinding = {
  readonly invariant: string
  readonly mishap: string
  readonly reason: string
}

/** The mishaps that an exploration tried, and its findings. */
export type Exploration = {
  readonly findings: readonly Finding[]
  readonly accepted: readonly AcceptedFinding[]
  /** Mishaps of `accept` that broke no invariant of theirs in any run. */
  readonly acceptedInVain: readonly string[]
  /** Number of runs with mishaps, including those from files. */
  readonly tried: number
  /** Number of single mishaps that the plain run offers. */
  readonly offered: number
  /**
   * How many of these were not tried: left out by `runs`, `shard` or `only`, or
   * because the exploration ended early.
   */
  readonly untried: number
  readonly kinds: { readonly [kind in MishapKind]?: Tally }
  /** The names of mishaps that did not fit the moment. */
  readonly skipped: readonly string[]
  /**
   * Requests and messages that no mishap can reach: requests that a wallet
   * answers by itself, subscription messages of a provider.
   */
  readonly unreachable: readonly string[]
  /** Invariants that had nothing to judge in any run, with the reason. */
  readonly unjudged: readonly {
    readonly invariant: string
    readonly text: string
  }[]
  /** Whether there are invariants besides those of every exploration. */
  readonly isWatched: boolean
  /**
   * Whether the chain stood still on the plain network: no transaction was
   * included, and no step changed state once the test had begun.
   */
  readonly isChainIdle: boolean
  /**
   * The cause that ended it before it had tried all that `runs`, `shard`,
   * `only` and `pairs` choose; null if nothing did.
   */
  readonly endedEarlyBy: 'finding' | 'timeLimit' | null
  /** ms of real time. */
  readonly ms: number
}

export type Tally = { readonly tried: number; readonly skipped: number }
