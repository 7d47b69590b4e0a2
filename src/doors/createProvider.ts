import { EventEmitter } from 'eventemitter3'
import { display } from '../base/hex/display.js'
import { type Hex, parseQuantity } from '../base/hex/hex.js'
import { invalidParameters } from '../base/validation/problem.js'
import {
  type Announcer,
  callListeners,
  checkListener,
} from '../node/runtime/events/listeners.js'
import type { Outcome } from '../rpc/answers/outcome.js'
import { type ReadRequest, readRequest } from '../rpc/request.js'
import type { MockRequestFn } from '../rpc/schema.js'
import type { Subscriber } from '../rpc/view/subscriptions.js'
import type { Dispatch, RequestOrigin } from './dispatch/dispatcher.js'
import { holdMessages } from './dispatch/notifySubscribers.js'
import {
  disposedError,
  type ProviderRpcError,
  providerError,
} from './doorErrors.js'

/**
 * The EIP-1193 provider for the code under test. viem's `custom()`, ethers'
 * `BrowserProvider`, web3.js and wagmi accept it.
 */
export type MockProvider = {
  /**
   * Answers a JSON-RPC request from the current chain.
   *
   * @example
   * await provider.request({ method: 'eth_getBalance', params: [bob, 'pending'] })
   *
   * @throws ProviderRpcError (a rejection, never synchronously) with an integer
   * `code`.
   */
  request: MockRequestFn
  on: ListenFn
  removeListener: ListenFn
}

/** As with `request`, the first signature exists only for comparisons. */
type ListenFn = {
  // biome-ignore lint/suspicious/noExplicitAny: comparable with any provider
  (this: 'An event of another provider', name: any, listener: any): any
  <name extends ProviderEventName>(
    name: name,
    listener: (event: ProviderEvents[name]) => void,
  ): MockProvider
}

type Listener = Parameters<EventEmitter['on']>[1]

/** Calls the provider's listeners. If one throws, the others still run. */
export type Emit = <name extends ProviderEventName>(
  name: name,
  event: EmittedEvents[name],
) => void

/** The EIP-1193 door: results are returned, everything else is thrown. */
export function createProvider({
  announcer: { announce },
  read = readRequest,
  dispatch,
  chainId,
  isDisposed,
  endpoint,
  errorOf = providerError,
}: {
  announcer: Announcer
  read?: typeof readRequest
  dispatch: Dispatch
  chainId: () => Hex
  isDisposed: () => boolean
  /** The name of the endpoint that it asks, if that has one. */
  endpoint?: string | undefined
  /** What a request rejects with. */
  errorOf?: (outcome: Parameters<typeof providerError>[0]) => unknown
}): {
  provider: MockProvider
  emit: Emit
  disconnect: () => void
  removeAllListeners: () => void
} {
  const emitter = new EventEmitter()
  let isConnected: boolean | undefined

  const emit: Emit = (name, event) =>
    announce([{ of: name, deliver: () => callListeners(emitter, name, event) }])

  const send: Subscriber['send'] = (data) =>
    callListeners(emitter, 'message', { type: 'eth_subscription', data })

  const originOf = (send: Subscriber['send']): RequestOrigin => ({
    via: 'endpoint',
    isFaulted: true,
    endpoint,
    subscriber: { owner: emitter, takes: 'values', send },
  })
  const origin = originOf(send)

  // A real async function: web3.js looks at the name of its constructor. It
  // awaits nothing, since V8 then makes what would keep its variables meanwhile.
  async function request(args: unknown): Promise<unknown> {
    const asked = read(args)
    if (asked.ok && asked.method === 'eth_subscribe') return subscribe(asked)
    const answered = dispatch(asked, undefined, origin)
    return answered instanceof Promise
      ? answered.then(conclude)
      : conclude(answered)
  }

  function subscribe(asked: ReadRequest): unknown {
    const messages = holdMessages(send)
    const answered = dispatch(asked, undefined, originOf(messages.send))
    const release = () => void deliver(messages, announce)
    if (answered instanceof Promise) {
      const concluded = answered.then(conclude)
      concluded.then(release, release)
      return concluded
    }
    release()
    return conclude(answered)
  }

  /** Returned, or thrown. */
  function conclude(outcome: Outcome): unknown {
    if (outcome.type === 'network') throw disconnected()
    // An HTTP error says nothing of the connection.
    if (outcome.type !== 'http') connect()
    if (outcome.type === 'result') return outcome.value
    throw errorOf(outcome)
  }

  function connect() {
    if (isConnected === true) return
    isConnected = true
    emit('connect', { chainId: chainId() })
  }

  function disconnected(): ProviderRpcError {
    const error = isDisposed()
      ? disposedError()
      : providerError({ type: 'network' })
    if (isConnected !== false) {
      isConnected = false
      emit('disconnect', error)
    }
    return error
  }

  const provider: MockProvider = {
    request: request as MockRequestFn,
    on(name: string, listener: Listener) {
      checkListener(name, listener)
      emitter.on(name, listener)
      return provider
    },
    removeListener(name: string, listener: Listener) {
      emitter.off(name, listener)
      return provider
    },
  }
  return {
    provider,
    emit,
    disconnect: () => void disconnected(),
    removeAllListeners: () => void emitter.removeAllListeners(),
  }
}

/** Turns that clients need from the answer to noting its id. */
const turns = 32

/** After the caller, and whatever waits inside a client, has the answer. */
async function deliver(
  { pass, release }: ReturnType<typeof holdMessages>,
  announce: Announcer['announce'],
): Promise<void> {
  await undefined
  pass()
  for (let turn = 0; turn < turns; turn++) await undefined
  announce([{ of: 'message', deliver: release }])
}

/** The events of `provider.on`, by name (EIP-1193). */
export type ProviderEvents = {
  /**
   * Requests are answered, for the first time or again after a disconnect. An
   * HTTP error does not count as an answer.
   */
  connect: { chainId: Hex }
  /** A request failed to connect, or the node was disposed. */
  disconnect: ProviderRpcError
  chainChanged: Hex
  accountsChanged: readonly Hex[]
  message: { type: string; data: unknown }
}

/** The same, as a test may give them: wallets type the chain id as string. */
export type EmittedEvents = Omit<ProviderEvents, 'chainChanged'> & {
  chainChanged: Hex | string
}

type ProviderEventName = keyof ProviderEvents

const payloads = {
  connect: 'an object { chainId }',
  disconnect: 'an Error with a code',
  chainChanged: 'the chain id as hex, such as "0x1"',
  accountsChanged: 'an array of addresses',
  message: 'an object { type, data }',
} satisfies { [name in ProviderEventName]: string }

/** Checks that a test emits only what a wallet would. */
export function checkEvent(name: unknown, event: unknown): void {
  const names = Object.keys(payloads)
  if (typeof name !== 'string' || !names.includes(name))
    throw invalidParameters('emit', [
      {
        path: 'event',
        given: display(name),
        expected: `one of ${names.join(', ')}`,
      },
    ])
  const isFit =
    name === 'chainChanged'
      ? parseQuantity(event).ok
      : typeof event === 'object' &&
        event !== null &&
        Array.isArray(event) === (name === 'accountsChanged')
  if (!isFit)
    throw invalidParameters('emit', [
      {
        path: name,
        given: display(event),
        expected: payloads[name as ProviderEventName],
      },
    ])
}
