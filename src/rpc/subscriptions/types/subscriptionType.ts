import type { Result } from '../../../base/hex/parse.js'
import type { Chain } from '../../../chain/blocks/chain.js'
import type { RpcError } from '../../answers/outcome.js'
import type { Update } from '../update.js'

/** Everything about one type of subscription. */
export type SubscriptionType<content = unknown> = {
  /** Its name in `eth_subscribe`. */
  readonly type: string
  /** Whether every node serves it; others are served by option. */
  readonly isUsual: boolean
  /** Reads the parameter after its name; undefined if it is left out. */
  read(option: unknown): Result<content>
  /** Refuses content that is well-formed, but that no node takes. */
  refuse?(content: content, chain: Chain): RpcError | undefined
  /** The results of a change, each as a message of its own. */
  results(content: content, update: Update): readonly unknown[]
}
