import type { Chain } from 'viem'
import type { ImportReport } from './chain/checkImport.js'
import type { ImportParameters } from './chain/importedBlock.js'
import type { PreconfirmParameters } from './chain/transaction.js'
import type { Emit, MockProvider } from './doors/createProvider.js'
import type { Fault } from './faults/fault.js'
import type { Hash } from './hex/hex.js'
import type { NodeEvents } from './node/events.js'
import type { Exchange } from './node/exchanges.js'
import type { Snapshot } from './node/snapshot.js'
import type { HandleFn } from './rpc/view.js'
import type {
  DropTransactionParameters,
  SetBalanceParameters,
  SetCodeParameters,
  SetNonceParameters,
  SetStorageAtParameters,
} from './timeline/parseParameters.js'

/** A mock node; `using node = createMockNode()` disposes of it. */
export type MockNode = MockNodeMembers & Disposing

/**
 * The mock node: the provider for the code under test, and the verbs for the
 * test. Every function works detached from it.
 */
export type MockNodeMembers = {
  /** Give this, and nothing else of the node, to the code under test. */
  readonly provider: MockProvider

  /**
   * A chain for viem's clients, with the node's chain id, block time and
   * pre-confirmation time. Under `experimental_preconfirmationTime` viem reads
   * balances and blocks at `'pending'` unless told otherwise.
   *
   * @example
   * createPublicClient({ chain: node.chain, transport: custom(node.provider) })
   */
  readonly chain: Chain

  /** ms since the node's birth, on its clock. */
  readonly now: number

  /**
   * Queues a transaction for the next beat and returns its hash.
   *
   * @example
   * const hash = node.preconfirm({ from: alice, to: bob, value: parseEther('1') })
   * node.tick() // now in the pending block
   *
   * @param transaction - `value` in wei; `gasUsed` defaults to 21 000.
   * @returns 32-byte transaction hash (EIP-2718 envelope).
   * @throws InsufficientBalanceError when `from` cannot pay value and fee.
   * @throws NonceError when `nonce` is not the next one of `from`.
   * @throws BlockGasLimitError when no block has room for `gas`.
   * @throws KnownTransactionError when the same transaction is there already.
   * @throws InvalidParametersError when a field is malformed.
   */
  preconfirm(transaction: PreconfirmParameters): Hash

  /**
   * Takes a pre-confirmed transaction back at the next beat; one that is still
   * queued leaves the queue at once. Those that can no longer run without it
   * are dropped with it.
   *
   * @example
   * node.dropTransaction({ hash })
   *
   * @throws UnknownTransactionError when it is sealed or was never there.
   * @throws TooLateToDropError when the next beat seals its block.
   */
  dropTransaction(parameters: DropTransactionParameters): void

  /**
   * Sets a balance at once, under latest and pending.
   *
   * @example
   * node.setBalance({ address: alice, value: parseEther('1') })
   *
   * @param parameters - `value` in wei.
   */
  setBalance(parameters: SetBalanceParameters): void

  /**
   * Sets an account's nonce at once, under latest and pending.
   *
   * @example
   * node.setNonce({ address: alice, nonce: 7 })
   */
  setNonce(parameters: SetNonceParameters): void

  /**
   * Sets an account's code at once, under latest and pending.
   *
   * @example
   * node.setCode({ address: token, bytecode: '0x6000' })
   *
   * @param parameters - `bytecode` is the runtime code; `'0x'` removes it.
   */
  setCode(parameters: SetCodeParameters): void

  /**
   * Sets a storage slot at once, under latest and pending.
   *
   * @example
   * node.setStorageAt({ address: token, index: 0, value: '0x2a' })
   *
   * @param parameters - `index` and `value` of at most 32 bytes.
   */
  setStorageAt(parameters: SetStorageAtParameters): void

  /**
   * Makes a real node's block part of the chain: the latest block at once,
   * whatever its number, or the pending one where its hash is null. It reads
   * back as it was given, and its report says what of it recomputes.
   *
   * What was pre-confirmed goes back to the queue. State that nobody scripted
   * is not known from here on, and to read it is an error that says what to add.
   *
   * @example
   * const { checks } = node.importBlock({ block, receipts })
   * checks.hash // { type: 'recomputes' }
   *
   * @param parameters - JSON of `eth_getBlockByNumber` and
   * `eth_getBlockReceipts`, as `provider.request` of a real node answers it.
   * @throws InvalidParametersError naming each field that is malformed.
   */
  importBlock(parameters: ImportParameters): ImportReport

  /**
   * Lets time pass on the node's own clock.
   *
   * @example
   * node.advance(200) // one beat
   *
   * @param ms - A whole number from 0 on.
   * @throws ClockNotOwnedError under another clock than `'virtual'`.
   * @throws InsideListenerError inside a listener of the node.
   * @throws what the first listener that threw has thrown, once time is over.
   */
  advance(ms: number): void

  /**
   * Lets time pass up to a beat: the next one, or the `beats`-th next.
   *
   * @example
   * node.preconfirm({ from: alice, to: bob, value: 1n })
   * node.tick() // pre-confirmed
   *
   * @throws as {@link MockNode.advance} does.
   */
  tick(beats?: number): void

  /**
   * Lets time pass up to a block boundary: the next one, or the `blocks`-th
   * next. What was queued since the last beat is then pending, not sealed.
   *
   * @example
   * node.seal() // what was pending is now latest
   *
   * @throws as {@link MockNode.advance} does.
   */
  seal(blocks?: number): void

  /**
   * Goes to an instant: back to what it was then, forgetting what came after
   * it, or forward without waiting.
   *
   * @example
   * node.seek(0) // birth
   *
   * @param ms - Since the node's birth.
   */
  seek(ms: number): void

  /**
   * Answers a method in the node's place, also one that the node does not
   * serve; returns how to stop.
   *
   * @example
   * const stop = node.handle('eth_call', ([call], view) => '0x2a')
   *
   * @param answer - Gets the parameters as they were sent and a view of the
   * node at this instant. May return a promise; what it throws becomes the
   * error, with its integer `code` and its `data` where it has them.
   */
  handle: HandleFn

  /**
   * Answers requests otherwise than the chain would; returns how to lift it.
   *
   * @example
   * const lift = node.fault({ type: 'http', status: 429, times: 2 })
   */
  fault(fault: Fault): () => void

  /**
   * Keeps the present instant: time, chain, queue, faults and their counters.
   *
   * @example
   * const snapshot = node.snapshot()
   * node.seal(10)
   * node.revert({ snapshot })
   */
  snapshot(): Snapshot

  /**
   * Goes back to a snapshot, which can be used again. Listeners and exchanges
   * stay as they are.
   *
   * @throws ForeignSnapshotError when another node made it.
   */
  revert(parameters: { snapshot: Snapshot }): void

  /**
   * Listens to the node; returns how to stop. While somebody listens to beats,
   * pre-confirmations, drops or seals, a timer wakes the node at every beat. Of
   * a jump in time over idle blocks, the last 100 000 blocks are told.
   *
   * @example
   * const stop = node.on('preconfirmed', ({ hash, index }) => {})
   */
  on<name extends keyof NodeEvents>(
    name: name,
    listener: (event: NodeEvents[name]) => void,
  ): () => void

  /**
   * Tells the listeners of the provider what a wallet would: the chain or
   * accounts changed, a message came. The node itself stays as it is.
   *
   * @example
   * node.emit('accountsChanged', [alice])
   */
  readonly emit: Emit

  /** The latest requests and how they ended, oldest first. */
  readonly exchanges: readonly Exchange[]

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
