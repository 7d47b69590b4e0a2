import type { Announcer } from '../node/runtime/events/listeners.js'
import type { Outcome } from '../rpc/answers/outcome.js'
import type { parseParams } from '../rpc/method/method.js'
import type { ReadRequest, readRequest } from '../rpc/request.js'
import type { createProvider } from './createProvider.js'
import type { RequestOrigin } from './dispatch/dispatcher.js'
import type { providerError } from './doorErrors.js'

/** The interface of a node for a wallet, which is bundled apart. */
export type WalletDoor = {
  readonly chainId: number
  /** Answers past the endpoint's rules and faults, unless they are to count. */
  dispatch(
    request: ReadRequest,
    options: Pick<RequestOrigin, 'isFaulted' | 'subscriber'>,
  ): Outcome | Promise<Outcome>
  /** Begins to record the wallet's answer; returns a function that ends it. */
  begin(request: WalletRequest): (outcome: Outcome) => void
  /** Calls back once the node is disposed. */
  onDispose(callback: () => void): void
  /** Calls back once no test has the node any more, disposed or not. */
  onLeave(callback: () => void): void
  /** The test is over, and what still waits keeps the node from its end. */
  leave(): void
  /** Delivers the wallet's events to their listeners. */
  readonly announcer: Announcer
  /** Code that both need: its errors are then those of the main entry. */
  readonly createProvider: typeof createProvider
  readonly providerError: typeof providerError
  readonly readRequest: typeof readRequest
  readonly parseParams: typeof parseParams
}

type WalletRequest = {
  readonly method: string
  readonly params: readonly unknown[]
}

/** The key of a node's door for wallets. */
export const walletDoor: unique symbol = Symbol.for('preseal.walletDoor')
