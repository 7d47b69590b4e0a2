import type { Timeline } from '../../timeline/index.js'
import type { Mishap, MishapKind } from './mishap.js'
import type { Look } from './run.js'

/** A law that a run broke, and what broke it. */
export type Finding = {
  /** The watch and its invariant, such as `balance: wasTrue`. */
  readonly invariant: string
  /** ms since the node was created */
  readonly at: number
  /** The mistake, in a sentence. */
  readonly text: string
  /** None where the plain network broke it already. */
  readonly mishaps: readonly Mishap[]
  /** The values that the watch saw. */
  readonly looks: readonly Look[]
  /** The story around it, in text, one for each node. */
  readonly story: readonly string[]
  /** All that happened, one for each node; `formatTimeline` draws it. */
  readonly timelines: readonly Timeline[]
  /** The error that the test threw, if that is the mistake. */
  readonly cause?: unknown
}

/** A finding that is known, with the reason why it stands. */
export type AcceptedFinding = {
  readonly invariant: string
  readonly mishap: string
  readonly reason: string
}

/** The mishaps that an exploration tried, and its findings. */
export type Exploration = {
  readonly findings: readonly Finding[]
  readonly accepted: readonly AcceptedFinding[]
  /** Runs with mishaps, those of files among them. */
  readonly tried: number
  /** Single mishaps that the plain run offers. */
  readonly offered: number
  /**
   * How many of these were not tried: beyond `runs`, of another shard, or behind
   * the finding that ended it.
   */
  readonly untried: number
  readonly kinds: { readonly [kind in MishapKind]?: Tally }
  /** The names of mishaps that did not fit the moment. */
  readonly skipped: readonly string[]
  /**
   * Requests and messages beyond every mishap: requests that a wallet answers
   * by itself, a provider's messages of a subscription.
   */
  readonly unreached: readonly string[]
  /** Invariants that had nothing to judge in any run, and why. */
  readonly idle: readonly {
    readonly invariant: string
    readonly text: string
  }[]
  /** Whether there is any invariant beside those that hold in every exploration. */
  readonly isWatched: boolean
  /** False where real time was up before all was tried. */
  readonly isComplete: boolean
  /** Real time. */
  readonly ms: number
}

export type Tally = { readonly tried: number; readonly skipped: number }
