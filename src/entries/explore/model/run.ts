import type { AnsweredRequest, Hash, MockNode } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import type { Wallet } from '../../wallet/index.js'
import type { Mishap } from './mishap.js'

/** The values seen from one instant until the next look. */
export type Look = {
  /** ms since the node was created */
  readonly at: number
  /** When another value was seen, or the run ended. */
  readonly until: number
  readonly value: unknown
}

/** A transaction that the application sent. */
export type Sent = { readonly hash: Hash; readonly at: number }

/** A mishap that acted, and when. */
export type Acted = {
  readonly mishap: Mishap
  /** ms since the node was created */
  readonly at: number
  /** When it ended; Infinity if it is never undone. */
  readonly until: number
}

/** One run of the test, as far as it got. */
export type Run = {
  /** Looks by the name of the watch. */
  readonly looks: ReadonlyMap<string, readonly Look[]>
  /** Requests to all nodes, in the order of sending. */
  readonly answeredRequests: readonly AnsweredRequest[]
  /** Transactions of the application, in the order of sending. */
  readonly sent: readonly Sent[]
  /** Timelines, one for each node. */
  readonly timelines: readonly Timeline[]
  readonly nodes: readonly MockNode[]
  readonly wallet: Wallet | undefined
  /** Mishaps that acted. */
  readonly mishaps: readonly Acted[]
  /** Names of mishaps that did not fit the moment. */
  readonly skipped: readonly string[]
  /** Unhandled promise rejections, as text. */
  readonly rejections: readonly Heard[]
  /** Messages to `console.error`, as text. */
  readonly consoleErrors: readonly Heard[]
  /** ms since the node was created */
  readonly now: number
}

export type Heard = { readonly at: number; readonly text: string }

/** The argument of an invariant: a run, with the looks of its watch. */
export type Seen = Omit<Run, 'looks'> & {
  /** Looks of this invariant's watch; empty if it has none. */
  readonly looks: readonly Look[]
  /** The run on the plain network; in that run, the run itself. */
  readonly plain: Pick<Seen, 'looks' | 'sent' | 'timelines' | 'now'>
}

/** The mistake, in a sentence. */
export type Wrong = {
  /** ms since the node was created */
  readonly at: number
  readonly text: string
}

/**
 * Judges a run. It returns the mistake, if there is one; until when the run
 * must go on before it can judge; or that there was nothing to judge.
 *
 * @example
 * const neverNegative: Invariant = ({ looks }) =>
 *   looks
 *     .filter(({ value }) => `${value}`.startsWith('-'))
 *     .map(({ at, value }) => ({ at, text: `it showed ${value}` }))[0]
 */
export type Invariant = (seen: Seen) => Wrong | Undecided | Unjudged | undefined

/** The run must go on until then before anything can be said. */
type Undecided = { readonly undecidedUntil: number }

/** There was nothing to judge, and why; if that is so in all runs, it fails. */
type Unjudged = { readonly unjudged: string }
