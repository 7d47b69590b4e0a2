import type { Announcer } from '../node/runtime/events/listeners.js'
import type { Outcome } from '../rpc/answers/outcome.js'
import { parseParams } from '../rpc/method/method.js'
import { type ReadRequest, readRequest } from '../rpc/request.js'
import { createProvider } from './createProvider.js'
import type { Asked, Dispatcher, RequestOrigin } from './dispatch/dispatcher.js'
import { providerError } from './doorErrors.js'

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

const via = 'wallet'

/** The door, and how to tell it that the node is disposed. */
export function createWalletDoor({
  chainId,
  dispatcher,
  announcer,
  now,
}: {
  chainId: number
  dispatcher: Dispatcher
  announcer: Announcer
  now: () => number
}): { door: WalletDoor; close: () => void } {
  const onClose: (() => void)[] = []
  const onLeave: (() => void)[] = []
  const leave = () => callAll(onLeave)
  const door: WalletDoor = {
    chainId,
    dispatch: (request, { isFaulted, subscriber }) =>
      dispatcher.dispatch(request, undefined, { via, isFaulted, subscriber }),
    begin(request) {
      const asked: Asked = {
        request,
        at: now(),
        origin: { via, isFaulted: false },
      }
      return (outcome) => dispatcher.record(asked, outcome)
    },
    onDispose: (callback) => void onClose.push(callback),
    onLeave: (callback) => void onLeave.push(callback),
    leave,
    announcer,
    createProvider,
    providerError,
    readRequest,
    parseParams,
  }
  return {
    door,
    close() {
      callAll(onClose)
      leave()
    },
  }
}

/** Once: none is there when another one is called. */
function callAll(callbacks: (() => void)[]): void {
  for (const callback of callbacks.splice(0)) callback()
}
