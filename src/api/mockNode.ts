import type { Chain } from 'viem'
import { PresealError } from '../base/errors/errors.js'
import type { FetchFn } from '../doors/createFetch.js'
import type {
  EmittedEvents,
  MockProvider,
  ProviderEvents,
} from '../doors/createProvider.js'
import type { Gate, WaitingRequest } from '../doors/dispatch/dispatcher.js'
import type { HoldParameters } from '../node/faults/faultTypes.js'
import type { Options } from '../node/options/resolveOptions.js'
import type { NodeEvents } from '../node/runtime/events/nodeEvents.js'
import type { StepVerbs } from '../node/runtime/steps/steps.js'
import type { AnsweredRequest } from '../rpc/answers/answeredRequest.js'
import type { HandlerView } from '../rpc/schema.js'
import type { StandingSubscription } from '../rpc/view/subscriptions.js'
import type { Control } from './control.js'
import type { NodeVerbs } from './verbs.js'

/** An endpoint of a node that has several. */
type NodeEndpoint = {
  /** Its path is the name: a server of the node serves it, too. */
  readonly url: string
  readonly provider: MockProvider
}

/** A mock node. `using node = createMockNode()` disposes of it. */
export type MockNode = MockNodeMembers & Disposing

/**
 * The members of a mock node: the provider for the code under test, and the
 * verbs for the test. Every function also works detached from the node.
 */
export type MockNodeMembers = StepVerbs &
  NodeVerbs & {
    /**
     * The EIP-1193 provider. Give the code under test this and nothing else.
     */
    readonly provider: MockProvider & {
      /**
       * Emits an event, as a wallet would: the chain or the accounts changed,
       * or a message arrived. The node itself does not change.
       *
       * @example
       * node.provider.emit('accountsChanged', [alice])
       */
      emit<name extends keyof ProviderEvents>(
        name: name,
        event: EmittedEvents[name],
      ): void
    }

    /**
     * Answers like an HTTP endpoint, without a server or a port: JSON-RPC 2.0,
     * single or batched, posted to the root of any origin. If the body is a
     * string, no timer or stream is involved.
     *
     * @example
     * createPublicClient({ transport: http('http://node.test', { fetchFn: node.fetch }) })
     *
     * @returns A Response, with the `status` and `headers` of an HTTP fault.
     * @throws TypeError (a rejection, as by `fetch`) under a `network` fault,
     * if the node is disposed, and for an invalid URL, header or body; the
     * reason of an aborted `signal`.
     */
    readonly fetch: FetchFn

    /**
     * One of the option `endpoints`, by its name: a URL for `node.fetch` or a
     * server of the node, and a provider. All serve the same chain, except for
     * the faults that name one.
     *
     * @example
     * const node = createMockNode({
     *   endpoints: ['main', 'backup'],
     *   faults: [{ type: 'stale', beats: 3, endpoint: 'backup' }],
     * })
     * const transports = ['main', 'backup'].map((name) =>
     *   http(node.endpoint(name).url, { fetchFn: node.fetch }),
     * )
     * createPublicClient({ transport: fallback(transports) })
     *
     * @throws InvalidParametersError for a name that the option does not have.
     */
    endpoint(name: string): NodeEndpoint

    /**
     * This node's own WebSocket URL. Only the classes of `preseal/websocket`
     * can connect to it; the test kit puts one at `globalThis.WebSocket`.
     * Nothing listens on a port.
     *
     * @example
     * createPublicClient({ transport: webSocket(node.wsUrl) })
     */
    readonly wsUrl: string

    /** Active subscriptions of sockets and providers, oldest first. */
    readonly subscriptions: readonly StandingSubscription[]

    /**
     * A chain for viem's clients, with the node's chain id, block time and
     * pre-confirmation time. Under `experimental_preconfirmationTime` viem
     * reads balances and blocks at `'pending'` by default.
     *
     * @example
     * createPublicClient({ chain: node.chain, transport: custom(node.provider) })
     */
    readonly chain: Chain

    /**
     * The methods of the node as JSON-RPC methods, for viem's test client and for
     * other processes. Never give it to the code under test.
     *
     * @example
     * createTestClient({ mode: 'anvil', transport: custom(node.control) })
     */
    readonly control: Control

    /** ms since the node was created, on its clock. */
    readonly now: number

    /**
     * Adds a listener; returns a function that removes it. While there is a
     * listener for beats, pre-confirmations, drops or seals, a timer wakes the
     * node at every beat. After a jump over idle blocks, the last 100,000 of
     * them are emitted.
     *
     * @example
     * const stop = node.on('preconfirmed', ({ hash, index }) => {})
     */
    on<name extends keyof NodeEvents>(
      name: name,
      listener: (event: NodeEvents[name]) => void,
    ): () => void

    /**
     * A view of the node, now or at an earlier instant. Its `request` answers
     * synchronously, bypasses handlers and faults, and leaves no trace in
     * `answeredRequests`.
     *
     * @example
     * node.view().request({ method: 'eth_blockNumber' }) // '0x0'
     *
     * @param at - ms since the node was created; a later time than now means
     * now.
     */
    view(at?: number | undefined): HandlerView

    /** The latest answered requests with their outcomes, oldest first. */
    readonly answeredRequests: readonly AnsweredRequest[]

    /**
     * Holds requests, or their answers, until the test releases them. Use it
     * for races, such as a balance that is read before a seal and arrives after
     * it.
     *
     * @example
     * const gate = node.hold({ methods: ['eth_getBalance'], what: 'answers' })
     * await gate.arrived
     * node.nextBlock()
     * gate.release()
     *
     * @throws InvalidParametersError when a field is malformed.
     */
    hold(parameters?: HoldParameters): Gate

    /**
     * Unanswered requests, oldest first, and whether a gate or a fault holds
     * them.
     */
    readonly waitingRequests: readonly WaitingRequest[]

    /**
     * Disposes of the node: removes timers, listeners and waiting requests.
     * Later requests fail with a connection error. `using` calls it, too.
     */
    dispose(): void
  }

/** `Symbol.dispose`, for users whose `lib` knows it. */
type Disposing = SymbolConstructor extends { readonly dispose: infer disposal }
  ? { [key in disposal & PropertyKey]: () => void }
  : unknown

const port =
  "Write const { url } = await serve(node), with serve from 'preseal/server'."

/** Names that users look for on a node, and the right ones. */
const advice = {
  request:
    'Pass node.provider to a client, such as with custom(node.provider).',
  listen: port,
  url: port,
  mine: 'Call node.seal(), or node.nextBlock() to advance time too.',
}

/** Makes a node throw with advice, where `undefined` would fail later. */
export function guardUnknownMembers<node extends object>(node: node): node {
  return Object.defineProperties(node, guards)
}

const guards = Object.fromEntries(
  Object.entries(advice).map(([name, text]) => [
    name,
    {
      get() {
        throw new PresealError(
          'MisuseError',
          `A node has no "${name}". ${text}`,
          { reason: 'member' },
        )
      },
    },
  ]),
)

/** The chain in viem's form. */
export function viemChain({
  profile,
  chainId,
  blockTime,
  preconfirmationTime,
  beatsSeenBy,
  answers: { receipts },
}: Options): Chain {
  const isSealedAlone = beatsSeenBy === 'none' || receipts === 'atSeal'
  return {
    id: chainId,
    name: profile?.name ?? 'preseal',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    ...profile?.chain,
    rpcUrls: { default: { http: ['http://node.test'] } },
    contracts: {
      multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' },
    },
    testnet: true,
    blockTime,
    // With it viem reads at `pending`, where such a chain has nothing to show.
    ...(!isSealedAlone && {
      experimental_preconfirmationTime: preconfirmationTime,
    }),
  }
}
