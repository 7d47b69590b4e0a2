import type { Chain } from 'viem'
import type { FetchFn } from '../doors/createFetch.js'
import type { Emit, MockProvider } from '../doors/createProvider.js'
import type {
  Gate,
  HoldParameters,
  WaitingRequest,
} from '../doors/dispatch/gate.js'
import type { NodeEvents } from '../node/runtime/events/nodeEvents.js'
import type { StepVerbs } from '../node/runtime/steps/steps.js'
import type { AnsweredRequest } from '../rpc/answers/requestHistory.js'
import type { HandlerView } from '../rpc/handler.js'
import type { StandingSubscription } from '../rpc/view/subscriptions.js'
import type { Control } from './control.js'
import type { NodeVerbs } from './nodeVerbs.js'

/** A mock node; `using node = createMockNode()` disposes of it. */
export type MockNode = MockNodeMembers & Disposing

/**
 * The mock node: the provider for the code under test, and the verbs for the
 * test. Every function works detached from it.
 */
export type MockNodeMembers = StepVerbs &
  NodeVerbs & {
    /** Give this, and nothing else of the node, to the code under test. */
    readonly provider: MockProvider

    /**
     * Answers as an HTTP endpoint would, JSON-RPC 2.0 posted to the root of any
     * origin, single or in batches, but without a server or a port. A body
     * given as a string is answered without a timer or a stream.
     *
     * @example
     * createPublicClient({ transport: http('http://node.test', { fetchFn: node.fetch }) })
     *
     * @returns A Response to any request. Under an HTTP fault it has that
     * fault's `status` and `headers`.
     * @throws TypeError (a rejection, as by `fetch`) under a `network` fault,
     * of a node that is disposed, and for an invalid URL, header or body; the
     * reason of the `signal` that is aborted.
     */
    readonly fetch: FetchFn

    /**
     * A URL of this node alone, at which the classes of `preseal/websocket` find
     * it: that of a test kit stands in `globalThis.WebSocket`. Nothing listens
     * there, and nobody else finds it.
     *
     * @example
     * createPublicClient({ transport: webSocket(node.wsUrl) })
     */
    readonly wsUrl: string

    /** The subscriptions that stand, by sockets and providers, oldest first. */
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
     * The verbs as JSON-RPC methods, for viem's test client and for other
     * processes; the code under test never gets it.
     *
     * @example
     * createTestClient({ mode: 'anvil', transport: custom(node.control) })
     */
    readonly control: Control

    /** ms since the node was created, on its clock. */
    readonly now: number

    /**
     * Listens to the node; returns a function that stops it. While somebody
     * listens to beats, pre-confirmations, drops or seals, a timer wakes the
     * node at every beat. After a jump in time over idle blocks, the last 100
     * 000 of them are announced.
     *
     * @example
     * const stop = node.on('preconfirmed', ({ hash, index }) => {})
     */
    on<name extends keyof NodeEvents>(
      name: name,
      listener: (event: NodeEvents[name]) => void,
    ): () => void

    /**
     * Calls the provider's listeners as a wallet would: the chain or the
     * accounts changed, a message arrived. The node itself stays as it is.
     *
     * @example
     * node.emit('accountsChanged', [alice])
     */
    readonly emit: Emit

    /**
     * The node as it is now, or was at an instant: what its methods answer,
     * at once, past handlers and faults, and without a trace in `answeredRequests`.
     *
     * @example
     * node.view().request({ method: 'eth_blockNumber' }) // '0x0'
     *
     * @param at - ms since the node was created; later than now is now.
     */
    view(at?: number | undefined): HandlerView

    /** The latest requests and how they ended, oldest first. */
    readonly answeredRequests: readonly AnsweredRequest[]

    /**
     * Holds requests, or their answers, until the test lets them go: for races,
     * such as a balance that was read before a seal and arrives after it.
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
     * The requests that are not answered yet, oldest first, and whether a gate
     * or a fault holds them back.
     */
    readonly waitingRequests: readonly WaitingRequest[]

    /**
     * Ends the node: no timer, listener or waiting request is left, and further
     * requests find no connection. Also `using node = createMockNode()`.
     */
    dispose(): void
  }

/** `Symbol.dispose`, for users whose `lib` knows it. */
type Disposing = SymbolConstructor extends { readonly dispose: infer disposal }
  ? { [key in disposal & PropertyKey]: () => void }
  : unknown
