import { createControl } from './api/control/createControl.js'
import type { Control } from './api/control.js'
import {
  guardUnknownMembers,
  type MockNode,
  type MockNodeMembers,
  viemChain,
} from './api/mockNode.js'
import { createVerbs, takes } from './api/verbs.js'
import { createTimeSource } from './base/clock/timeSource.js'
import { fromCaller } from './base/errors/stack.js'
import { loadWasmKeccak } from './base/hash/keccak256.js'
import { display } from './base/hex/display.js'
import { type Address, toQuantity } from './base/hex/hex.js'
import { addNodeUrl, removeNodeUrl, socketDoor } from './base/http/nodeUrls.js'
import { invalidArgument } from './base/validation/problem.js'
import { natural } from './base/validation/values.js'
import { givenContracts } from './base/words/words.js'
import { missesKey } from './chain/fork/missing.js'
import { createFetch, createPlainFetch } from './doors/createFetch.js'
import {
  checkEvent,
  createProvider,
  type Emit,
} from './doors/createProvider.js'
import { createDispatcher } from './doors/dispatch/createDispatcher.js'
import { createHandlers } from './doors/dispatch/createHandlers.js'
import { createObserved } from './doors/dispatch/createObserved.js'
import { createSockets } from './doors/sockets/createSockets.js'
import { warnAtStandstill } from './doors/standstill.js'
import { createWalletDoor, walletDoor } from './doors/walletDoor.js'
import { nativeEngine } from './engine/natives/createNatives.js'
import { rulesOf } from './node/faults/endpoint.js'
import { addFault, noFaults } from './node/faults/faultState.js'
import { firstChain } from './node/options/firstChain.js'
import type { MockNodeOptions } from './node/options/options.js'
import { parseOptions } from './node/options/parseOptions.js'
import { createRuntime, guardEngine } from './node/runtime/createRuntime.js'
import { createStoryAccess } from './node/runtime/story/readStory.js'
import { storyKey } from './node/runtime/story/storyAccess.js'
import { parseParameters, value } from './node/schema/schema.js'
import { readView } from './rpc/request.js'

const readAnew = [
  'wsUrl',
  'subscriptions',
  'control',
  'now',
  'answeredRequests',
  'waitingRequests',
] as const satisfies readonly (keyof MockNodeMembers)[]

type ReadAnew = (typeof readAnew)[number]

const readsOfNode = Symbol('reads')

/**
 * The members that are read anew each time, by the same functions of all nodes.
 * V8 keeps whatever the getter of one object reaches until it goes through all
 * memory: a node with its own would stay alive, with all its requests.
 */
const getters = Object.fromEntries(
  readAnew.map((name) => [
    name,
    {
      get(this: { [readsOfNode]: { [name in ReadAnew]: () => unknown } }) {
        return this[readsOfNode][name]()
      },
      enumerable: true,
      configurable: true,
    },
  ]),
)

/**
 * Creates a mock node: an in-memory chain with a live pending block, and an
 * EIP-1193 provider for it.
 *
 * @example
 * const node = createMockNode({ accounts: { [alice]: { balance: parseEther('10') } } })
 * const client = createPublicClient({ transport: custom(node.provider) })
 * node.preconfirm({ from: alice, to: bob, value: parseEther('1') })
 * node.advance(200)
 * await client.getBalance({ address: bob, blockTag: 'pending' }) // 1 ether
 *
 * @throws InvalidParametersError naming every option that is wrong.
 */
export function createMockNode(options: MockNodeOptions = {}): MockNode {
  loadWasmKeccak()
  const given = fromCaller(createMockNode, () => parseOptions(options))
  const { chainId, blockTime, preconfirmationTime, sealing } = given
  const source = createTimeSource(given.clock)
  const unfaulted = noFaults(given.endpoint, given.endpoints)
  const execution = guardEngine(given.engine ?? nativeEngine)
  const { engine } = execution
  const chain = firstChain({ ...given, engine }, source.epoch)
  const runtime = createRuntime({
    chain,
    faults: given.faults.reduce(
      (state, fault) => addFault(state, fault, { instant: chain }).state,
      unfaulted,
    ),
    cadence: { blockTime, preconfirmationTime },
    sealing,
    script: given.steps,
    source,
    execution,
  })
  const senders = new Set(Object.keys(given.accounts) as Address[])
  const handlers = createHandlers()
  const observed = createObserved(runtime, given.requestHistory)
  const dispatcher = createDispatcher({
    runtime,
    source,
    handlers: handlers.byMethod,
    pendingIdentity: given.pendingIdentity,
    answering: given.answers,
    senders,
    observed,
    subscriptions: given.subscriptions,
  })
  const { announcer } = runtime
  const dispatch =
    // Who names a clock knows who moves it.
    given.clock === undefined && source.type === 'virtual'
      ? warnAtStandstill(runtime, dispatcher)
      : dispatcher.dispatch
  const openDoor = (endpoint?: string) =>
    createProvider({
      announcer,
      dispatch,
      chainId: () => toQuantity(chainId),
      isDisposed: runtime.isDisposed,
      endpoint,
    })
  const door = openDoor()
  const endpointDoors = new Map<string, typeof door>()
  const wallets = createWalletDoor({
    chainId,
    dispatcher,
    announcer,
    now: () => runtime.settle().time,
  })
  const sockets = createSockets(runtime, dispatcher, observed)
  const ownSockets = sockets.door(dispatcher.dispatch, unfaulted.endpoint)
  let wsUrl: string | undefined
  const verbs = createVerbs(runtime, handlers.handle)
  let control: Control | undefined

  function dispose() {
    if (runtime.isDisposed()) return
    execution.assertOver('node.dispose')
    announcer.collect(() => {
      runtime.dispose()
      dispatcher.dispose()
      door.disconnect()
      for (const { disconnect } of endpointDoors.values()) disconnect()
      wallets.close()
      sockets.close()
      if (wsUrl !== undefined) removeNodeUrl(wsUrl)
    })
  }

  const emit: Emit = takes(2, 'emit', (name, event) => {
    runtime.assertAlive()
    checkEvent(name, event)
    announcer.collect(() => door.emit(name, event))
  })

  const own: Omit<MockNodeMembers, ReadAnew> = {
    provider: Object.assign(door.provider, { emit }),
    fetch: guardUnknownMembers(
      createFetch(
        createPlainFetch({
          dispatcher,
          limits: unfaulted.endpoint,
          endpoints: given.endpoints,
          isDisposed: runtime.isDisposed,
        }),
      ),
    ),
    endpoint: takes(1, 'endpoint', (name) => {
      if (!given.endpoints.includes(name))
        throw invalidArgument(
          'endpoint',
          display(name),
          given.endpoints.length === 0
            ? 'a name of the option "endpoints", which has none'
            : `one of ${given.endpoints.map((one) => display(one)).join(', ')}`,
        )
      const opened = endpointDoors.get(name) ?? openDoor(name)
      endpointDoors.set(name, opened)
      return { url: `http://node.test/${name}`, provider: opened.provider }
    }),
    chain: viemChain(given),
    ...verbs,
    on: takes(2, 'on', runtime.listeners.on),
    view: takes(1, 'view', (at) => {
      const { time: now, chain } = runtime.settle()
      const isPast =
        at !== undefined &&
        parseParameters('view', value(natural), at, 'at') < now
      return readView({
        chain: isPast ? runtime.read({ at }) : chain,
        now: isPast ? at : now,
        pendingIdentity: given.pendingIdentity,
        answering: given.answers,
      })
    }),
    hold: takes(1, 'hold', dispatcher.hold),
    dispose,
  }
  const reads: { readonly [name in ReadAnew]: () => MockNodeMembers[name] } = {
    wsUrl() {
      runtime.assertAlive()
      wsUrl ??= addNodeUrl(ownSockets)
      return wsUrl
    },
    subscriptions: dispatcher.readSubscriptions,
    control() {
      control ??= createControl({
        verbs: mockNode,
        runtime,
        dispatcher,
        sockets,
        answering: given.answers,
        senders,
        isHandled: (method) => handlers.byMethod.has(method),
        // The endpoint is that of the code under test.
        limits: rulesOf('dedicated'),
      })
      return control
    },
    now: () => runtime.settle().time,
    answeredRequests: dispatcher.answeredRequests,
    waitingRequests: dispatcher.readWaiting,
  }
  const mockNode = own as MockNodeMembers
  Object.defineProperties(mockNode, getters)
  const { dispose: symbol } = Symbol as { dispose?: symbol }
  Object.assign(mockNode, {
    [readsOfNode]: reads,
    [walletDoor]: wallets.door,
    [socketDoor]: ownSockets,
    [storyKey]: createStoryAccess(runtime, given.steps, observed),
    [givenContracts]: chain.config.contracts,
    [missesKey]: () => chain.config.fork?.misses() ?? [],
  })
  Object.assign(mockNode, symbol && { [symbol]: dispose })
  return guardUnknownMembers(mockNode as MockNode)
}
