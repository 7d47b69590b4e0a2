import type { Chain } from '../../chain/blocks/chain.js'
import type { PendingIdentity } from '../../chain/model/config.js'
import type { Answering } from './answering.js'
import type { Filters } from './filters.js'
import type { Subscriber, Subscriptions } from './subscriptions.js'

/** All that an answer may depend on: the node at one instant. */
export type View = {
  readonly chain: Chain
  /** ms since the node was created */
  readonly now: number
  readonly pendingIdentity: PendingIdentity
  readonly answering: Answering
  /** By method; these win over the built-in ones. */
  readonly handlers?: ReadonlyMap<string, AnyHandler> | undefined
  /** Whom it keeps something for; absent if somebody only looks at it. */
  readonly client?: Client | undefined
  /** How many blocks one request for logs may span; undefined: any number. */
  readonly logRange?: number | undefined
  /** How many logs of several blocks one answer may have; undefined: any. */
  readonly mostLogs?: number | undefined
}

/** A node's records for its clients, beside the chain. */
export type Client = {
  readonly filters: Filters
  readonly subscriptions: Subscriptions
  /** The receiver of messages, if a node can speak to the client first. */
  readonly subscriber?: Subscriber | undefined
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
