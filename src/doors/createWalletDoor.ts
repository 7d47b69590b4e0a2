import type { Announcer } from '../node/runtime/events/listeners.js'
import { parseParams } from '../rpc/method/method.js'
import { readRequest } from '../rpc/request.js'
import { createProvider } from './createProvider.js'
import type { Asked, Dispatcher } from './dispatch/dispatcher.js'
import { providerError } from './doorErrors.js'
import type { WalletDoor } from './walletDoor.js'

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
