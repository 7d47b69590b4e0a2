import type { Dispatcher } from '../dispatch/createDispatcher.js'
import type { Via } from '../rpc/exchanges.js'
import type { Outcome } from '../rpc/outcome.js'
import { createProvider } from './createProvider.js'

/** What a wallet, which is bundled apart, has of its node. */
export type WalletDoor = {
  readonly chainId: number
  /** Answers past the endpoint's rules and faults, unless they are to count. */
  dispatch(
    raw: unknown,
    options: { readonly isFaulted: boolean },
  ): Outcome | Promise<Outcome>
  /** Begins to record what the wallet answers; returns how to end it. */
  begin(request: WalletRequest): (outcome: Outcome) => void
  /** Calls back once the node is disposed. */
  onDispose(callback: () => void): void
  /** So that its errors are those that the main entry exports. */
  readonly createProvider: typeof createProvider
}

type WalletRequest = {
  readonly method: string
  readonly params: readonly unknown[]
}

/** The key of a node's door for wallets. */
export const walletDoor: unique symbol = Symbol.for('preseal.walletDoor')

const via: Via = 'wallet'

/** The door, and how to tell it that the node is disposed. */
export function createWalletDoor({
  chainId,
  dispatcher,
  now,
}: {
  chainId: number
  dispatcher: Dispatcher
  now: () => number
}): { door: WalletDoor; close: () => void } {
  const onClose: (() => void)[] = []
  const door: WalletDoor = {
    chainId,
    dispatch: (raw, { isFaulted }) =>
      dispatcher.dispatch(raw, undefined, { via, isFaulted }),
    begin(request) {
      const asked = { request, at: now(), entrance: { via, isFaulted: false } }
      return (outcome) => dispatcher.record(asked, outcome)
    },
    onDispose: (callback) => void onClose.push(callback),
    createProvider,
  }
  return {
    door,
    close() {
      for (const callback of onClose.splice(0)) callback()
    },
  }
}
