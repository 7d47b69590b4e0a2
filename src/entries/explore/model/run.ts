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

/** An act that the test declares with `user`. */
export type UserActed = {
  readonly name: string
  /** ms since the node was created */
  readonly at: number
}

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
  /** What the user did: calls of `user`, and those that mishaps repeat. */
  readonly acts: readonly UserActed[]
  /** Timelines, one for each node. */
  readonly timelines: readonly Timeline[]
  readonly nodes: readonly MockNode[]
  readonly wallet: Wallet | undefined
  /** Mishaps that acted. */
  readonly mishaps: readonly Acted[]
  /** Ids of mishaps that did not fit the moment. */
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
  /**
   * Does what a user of the application does, now, and lets mishaps do it once
   * more, later, or after the next one.
   *
   * @example
   * await user('Send', () => fireEvent.click(screen.getByText('Send')))
   */
  readonly user: <result>(
    name: string,
    act: () => result,
  ) => Promise<Awaited<result>>
  /**
   * Opens the page of the application, now, and lets mishaps reload it, leave it
   * and open it in a second tab. What is stored stays. `open` returns a function
   * that closes all of it.
   *
   * @example
   * page(() => render(<App />).unmount)
   */
  readonly page: (open: () => unknown) => void
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

/** Names of what every run is judged by, besides its invariants. */
export const basics = {
  passes: 'the test passes',
  ends: 'the test ends',
  goesOn: 'time goes on',
  isSeen: 'what is watched can be seen',
} as const
