import type { Chain } from '../chain/chain.js'
import type { PendingIdentity } from '../chain/config.js'
import type { Filters } from './filters/filters.js'
import type {
  Subscriber,
  Subscriptions,
} from './subscriptions/subscriptions.js'

/** All that an answer may depend on: the node at one instant. */
export type View = {
  readonly chain: Chain
  /** ms since the node was created */
  readonly now: number
  readonly pendingIdentity: PendingIdentity
  /** By method; these win over the built-in ones. */
  readonly handlers: ReadonlyMap<string, AnyHandler>
  /** Those of the node, which stand beside the chain. */
  readonly filters: Filters
  readonly subscriptions: Subscriptions
  /** Who asks, where a node can speak to them first. */
  readonly subscriber?: Subscriber | undefined
  /** How many blocks one request for logs may span; undefined: any number. */
  readonly logRange: number | undefined
}

/** A handler, as it is called: of what it asks, nothing is known before. */
export type AnyHandler = (
  params: readonly unknown[],
  view: AskedView,
) => unknown

/** The node, as whoever asks it sees it. */
export type AskedView = {
  readonly now: number
  readonly request: (args: unknown) => unknown
}
