import type { Asked, Dispatcher } from '../dispatch/dispatcher.js'
import { parseParams } from '../rpc/params.js'
import { readRequest } from '../rpc/readRequest.js'
import { createProvider } from './createProvider.js'
import type { WalletDoor } from './walletDoor.js'

const via = 'wallet'

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
    dispatch: (raw, { isFaulted, subscriber }) =>
      dispatcher.dispatch(raw, undefined, { via, isFaulted, subscriber }),
    begin(request) {
      const asked: Asked = {
        request,
        at: now(),
        entrance: { via, isFaulted: false },
      }
      return (outcome) => dispatcher.record(asked, outcome)
    },
    onDispose: (callback) => void onClose.push(callback),
    createProvider,
    readRequest,
    parseParams,
  }
  return {
    door,
    close() {
      for (const callback of onClose.splice(0)) callback()
    },
  }
}
