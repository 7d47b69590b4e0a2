import type { ImportParameters } from '../chain/importedBlock.js'
import type { ImportReport } from '../chain/intents/checkImport.js'
import type { PreconfirmParameters } from '../chain/transaction.js'
import type { Contract } from '../engine/contract.js'
import type { Fault } from '../faults/fault.js'
import type { InclusionRule } from '../faults/inclusionRule.js'
import type { Hash } from '../hex/hex.js'
import type { HandleFn } from '../rpc/handler.js'
import type {
  DropTransactionParameters,
  SetBalanceParameters,
  SetCodeParameters,
  SetNonceParameters,
  SetStorageAtParameters,
} from '../schema/steps/verbParameters.js'
import type { MishapVerbs } from './mishapVerbs.js'

/** What a test makes happen on the chain, and to requests. */
export type ScriptVerbs = MishapVerbs & {
  /**
   * Queues a transaction for the next beat and returns its hash.
   *
   * @example
   * const hash = node.preconfirm({ from: alice, to: bob, value: parseEther('1') })
   * node.tick() // now in the pending block
   *
   * @param transaction - `value` in wei; `gasUsed` defaults to 21 000. A field
   * that is null is absent, as ethers has it; `to` is then a creation.
   * @returns 32-byte transaction hash (EIP-2718 envelope).
   * @throws InsufficientBalanceError when `from` cannot pay value and fee.
   * @throws NonceError when `nonce` is not the next one of `from`.
   * @throws OverflowError when an account would come to hold 2^256 wei, or the
   * nonce 2^53.
   * @throws BlockGasLimitError when no block has room for `gas`.
   * @throws KnownTransactionError when the same transaction is there already.
   * @throws NoEngineError when it is executed and reaches bytecode that nothing
   * runs.
   * @throws IntrinsicGasError, InitcodeSizeError or GasCapError when it is
   * executed and no node would take it.
   * @throws UnknownStateError when an import left unknown what it needs.
   * @throws InvalidParametersError when a field is malformed.
   */
  preconfirm(transaction: OrNull<PreconfirmParameters>): Hash

  /**
   * Takes a pre-confirmed transaction back at the next beat, or after the last
   * one as its block is sealed; one that is still queued leaves the queue at
   * once. Those that can no longer run without it are dropped with it.
   *
   * @example
   * node.dropTransaction({ hash })
   * node.dropTransaction({ label: 'payment' }) // the newest that has it
   *
   * @throws UnknownTransactionError when it is sealed or was never there.
   * @throws LabelNotPendingError when none that is queued or pending has it.
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
   * Puts a contract without bytecode at its address at once, under latest and
   * pending. Slots that it does not name stay as they are.
   *
   * @example
   * node.setContract(erc20({ address: usdc, symbol: 'USDC', decimals: 6 }))
   *
   * @param contract - What `erc20`, `erc721` or `contract` of
   * `preseal/contracts` gives.
   */
  setContract(contract: Contract): void

  /**
   * Makes a real node's block part of the chain: the latest block at once,
   * whatever its number, or the pending one where its hash is null or `as` says
   * so. It reads back as it was given, and its report says what of it recomputes.
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
   * Says what becomes of transactions that arrive by request: they enter late,
   * never, or not for long. The first rule that matches decides, as they
   * arrive. Returns how to lift it.
   *
   * @example
   * node.inclusion({ type: 'delay', beats: 2, match: { from: alice }, times: 1 })
   */
  inclusion(rule: InclusionRule): () => void
}

/** The same, where what may be absent may be null instead. */
type OrNull<fields> = {
  [name in keyof fields]: undefined extends fields[name]
    ? fields[name] | null
    : fields[name]
}
