import type { Body, ExploreOptions, MishapKind } from 'preseal/explore'

/**
 * Imports a module of the software under test: `viem` and `viem/actions` in the
 * version that is explored, everything else as wild/package.json pins it.
 */
export type Load = <Module>(path: string) => Promise<Module>

/** What an exploration of one version must come to. */
export type Expected =
  /** No mishap breaks the law. */
  | 'holds'
  /** One of this kind does; `plain`: it breaks without any mishap. */
  | MishapKind
  | 'plain'
  /** No run had anything to judge, which no subject may come to. */
  | 'unjudged'

export type Subject = {
  /** The name on npm. */
  readonly software: string
  /** By version, from old to new. */
  readonly versions: { readonly [version: string]: Expected }
  /** What its user relies on, as a sentence. */
  readonly law: string
  /** What goes wrong, as a sentence; absent where the law holds. */
  readonly instead?: string
  /** A file of docs/guide/ that shows it, without its ending. */
  readonly picture?: string
  /** The pull request or issue that tells of it, such as `wevm/viem#5406`. */
  readonly upstream?: string
  /** The first version that is mended, as its changelog says. */
  readonly mendedIn?: string
  /** A file of wild/reports/, for what the upstream does not know yet. */
  readonly report?: string
  /** The journey: loads the software and says how to explore it. */
  explore(load: Load): Promise<Exploring> | Exploring
}

export type Exploring = { readonly body: Body } & ExploreOptions

/** What an exploration came to. */
export type Outcome = {
  readonly subject: Omit<Subject, 'explore'>
  readonly expected: Expected
  readonly came: Expected
  /** The run that found it, counted from 1, or all runs. */
  readonly runs: number
  readonly ms: number
  /** The mishaps in words, empty if it took none. */
  readonly mishap: string
  /** The mishap and what it led to, in words. */
  readonly says: string
}
