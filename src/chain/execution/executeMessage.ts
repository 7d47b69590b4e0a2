import { differences } from '../../base/codec/trie.js'
import { l1FeeVault } from '../../base/hex/addresses.js'
import { type Address, type Hex, toNonce } from '../../base/hex/hex.js'
import type {
  AccountChange,
  BlockEnvironment,
  Changes,
  Environment,
  Execution,
  Message,
  StateReader,
} from '../../engine/engine.js'
import { l1Cost, lower } from '../../engine/gas.js'
import type { Observer } from '../../engine/observer.js'
import type { ForkOverlay } from '../fork/fork.js'
import type { ChainConfig } from '../model/config.js'
import {
  changeStorage,
  findField,
  readAccount,
  readBalance,
  readCode,
  readHasStorage,
  readNonce,
  readStorage,
  removeAccount,
  type State,
  writeAccount,
} from '../model/state.js'
import type { L1Fees, Transaction } from '../model/transaction.js'

/** Observers of a message while it runs. */
export type Watch = {
  readonly observer: Observer
  /** The reader that the message gets in place of the state's own. */
  readonly through?: ((reader: StateReader) => StateReader) | undefined
}

/** The effect of a message, and the state before it. */
export type MessageRun = {
  readonly message: Message
  readonly execution: Execution
  readonly before: State
  /** With all that was paid. */
  readonly after: State
}

type Parameters = {
  readonly config: Pick<
    ChainConfig,
    'engine' | 'codeAt' | 'nativeBalance' | 'baseFeeRecipient'
  >
  readonly state: State
  readonly environment: Environment
  /** The sender can pay for it: nothing is checked here. */
  readonly message: Message
  readonly watch?: Watch | undefined
  /** wei, which the sender pays beside gas; default 0 */
  readonly l1Fee?: bigint | undefined
  /** A deposit bought its gas on L1, and nobody is paid for it here. */
  readonly isDeposit?: boolean | undefined
}

/**
 * Runs the engine on a state with the gas bought. A fork hears which message
 * reads it.
 */
export function executeOn(
  state: State,
  {
    config,
    environment,
    message,
    watch,
  }: Omit<Parameters, 'state' | 'watch'> & {
    readonly watch?: Partial<Watch> | undefined
  },
): Execution {
  const reader = stateReader(config, state)
  const run = () =>
    config.engine.execute(
      watch?.through?.(reader) ?? reader,
      environment,
      message,
      watch?.observer,
    )
  const { fork } = state
  return fork === null
    ? run()
    : fork.during(message, run, () => overlayOf(state))
}

/** With every field, those too that may be left out. */
type Whole<type> = { [field in keyof Required<type>]: type[field] }

type OfMessage = Pick<
  Environment,
  'origin' | 'gasPrice' | 'baseFeePerGas' | 'blobHashes' | 'blobBaseFee'
>

/** The environment of a message: a spread would take longer than many a run. */
export function environmentIn(
  block: BlockEnvironment,
  own: OfMessage,
): Whole<Environment> {
  return {
    hardfork: block.hardfork,
    chainId: block.chainId,
    origin: own.origin,
    gasPrice: own.gasPrice,
    number: block.number,
    timestamp: block.timestamp,
    gasLimit: block.gasLimit,
    baseFeePerGas: own.baseFeePerGas,
    miner: block.miner,
    mixHash: block.mixHash,
    blobHashes: own.blobHashes,
    blobBaseFee: own.blobBaseFee,
    slotNumber: block.slotNumber,
    codeSizeLimit: block.codeSizeLimit,
    hashOf: block.hashOf,
    beaconRootAt: block.beaconRootAt,
    keccak256: block.keccak256,
    p256VerifyGas: block.p256VerifyGas,
    movedPrecompiles: block.movedPrecompiles,
    native: block.native,
  }
}

/** The state that the engine reads. */
export function buyGas({
  state,
  environment: { gasPrice },
  message: { from, gas },
  l1Fee = 0n,
}: Parameters): State {
  const bought = gas * gasPrice + l1Fee
  if (bought === 0n) return state
  const balance = readBalance(state, from) - bought
  return writeAccount(state, from, { ...readAccount(state, from), balance })
}

/** The state after what an engine made of the one with the gas bought. */
export function settleMessage(
  before: State,
  { config, environment, message, isDeposit, l1Fee = 0n }: Parameters,
  { changes, gasUsed }: Execution,
): State {
  const { from, gas } = message
  const { gasPrice } = environment
  const changed = applyChanges(before, changes)
  const left = credit(changed, from, (gas - gasUsed) * gasPrice)
  const { baseFeePerGas, miner } = environment
  const { baseFeeRecipient } = config
  const fees = { baseFeePerGas, miner, baseFeeRecipient }
  const after = isDeposit
    ? left
    : payFees(left, fees, { gasUsed, price: gasPrice, l1Fee })
  let settled = after
  for (const payee of payeesOf(fees))
    if (changes[payee] === null) settled = settlePayee(settled, before, payee)
  return settled
}

/**
 * An account that the execution deleted: its payment is lost with it if it
 * destroyed itself. An account that was empty is not empty once it is paid, and
 * keeps its storage.
 */
function settlePayee(paid: State, before: State, payee: Address): State {
  const balance = readBalance(paid, payee)
  const account = readAccount(before, payee)
  const wasEmpty =
    account.balance === 0n && account.nonce === 0 && account.code === '0x'
  return wasEmpty && balance > 0n
    ? writeAccount(paid, payee, { ...account, balance })
    : removeAccount(paid, payee)
}

/** The part of a state that differs from the record under it. */
export function overlayOf({ accounts }: State): ForkOverlay {
  const overlay: { [address: Address]: ForkOverlay[Address] } = {}
  differences(null, accounts, (address, _, account) => {
    if (account === undefined) return
    const { balance, nonce, code, storage } = account
    const stateDiff: { [slot: Hex]: Hex } = {}
    differences(null, storage, (slot, _before, word) => {
      if (word !== undefined) stateDiff[slot as Hex] = word
    })
    overlay[address as Address] = {
      balance,
      nonce: nonce === undefined ? undefined : BigInt(nonce),
      code,
      stateDiff,
    }
  })
  return overlay
}

/**
 * A state as an engine reads it: with the code that the chain has beside it,
 * under any that is in the state.
 */
export function stateReader(
  { codeAt, nativeBalance }: Pick<ChainConfig, 'codeAt' | 'nativeBalance'>,
  state: State,
): StateReader {
  return {
    // Without a coin, contracts read that nobody has any.
    balance: (address) =>
      nativeBalance === null ? readBalance(state, address) : 0n,
    nonce: (address) => BigInt(readNonce(state, address)),
    code: (address) => {
      const code = findField(state, address, 'code') ?? '0x'
      if (code !== '0x') return code
      return codeAt(address) ?? readCode(state, address)
    },
    slot: (address, key) => readStorage(state, address, key),
    hasStorage: (address) => readHasStorage(state, address),
  }
}

/** The state after an execution; what was not known stays so, unless written. */
export function applyChanges(state: State, changes: Changes): State {
  let next = state
  for (const key in changes) {
    const address = key as Address
    const change = changes[address] as AccountChange | null
    next =
      change === null
        ? removeAccount(next, address)
        : applyChange(next, address, change)
  }
  return next
}

function applyChange(
  state: State,
  address: Address,
  { balance, nonce, code, storage, cleared }: AccountChange,
): State {
  const account = readAccount(state, address)
  const before = cleared ? { storage: null, isStoragePartial: false } : account
  return writeAccount(state, address, {
    balance: balance ?? account.balance,
    // Behind 2^64, geth counts from 0 again: a call may be from any account.
    nonce:
      nonce === undefined ? account.nonce : toNonce(BigInt.asUintN(64, nonce)),
    code: code ?? account.code,
    storage:
      storage === undefined ? before.storage : changeStorage(before, storage),
    isStoragePartial: before.isStoragePartial ?? false,
    isForked: account.isForked ?? false,
  })
}

/** wei that the sender must hold before the transaction may run. */
export function highestCost(
  transaction: Transaction,
  { nativeBalance }: Pick<ChainConfig, 'nativeBalance'>,
): bigint {
  const { value, gas, l1 } = transaction
  if (nativeBalance !== null) return 0n
  return value + gas * highestGasPrice(transaction) + (l1.l1Fee ?? 0n)
}

/** wei per gas that the sender offers at most, tip included. */
export function highestGasPrice(transaction: Transaction): bigint {
  return transaction.gasPrice ?? transaction.maxFeePerGas ?? 0n
}

/** wei per gas that it pays in a block of that base fee (EIP-1559). */
export function effectiveGasPrice(
  transaction: Transaction,
  baseFee: bigint,
): bigint {
  const highest = highestGasPrice(transaction)
  const tip = transaction.maxPriorityFeePerGas
  return tip === undefined ? highest : lower(baseFee + tip, highest)
}

/** The L1 fees of envelopes, on a chain with L1 attributes. */
export function l1FeesOf({
  l1Attributes,
}: Pick<ChainConfig, 'l1Attributes'>):
  | ((envelope: Uint8Array) => L1Fees)
  | undefined {
  if (l1Attributes === null) return undefined
  const prices = {
    baseFeePerGas: l1Attributes.baseFeePerGas,
    blobBaseFee: l1Attributes.blobBaseFee,
    baseFeeScalar: BigInt(l1Attributes.baseFeeScalar),
    blobBaseFeeScalar: BigInt(l1Attributes.blobBaseFeeScalar),
  }
  return (envelope) => {
    const { fee, gasUsed } = l1Cost(envelope, prices)
    return {
      l1Fee: fee,
      l1GasUsed: gasUsed,
      l1GasPrice: prices.baseFeePerGas,
      l1BaseFeeScalar: prices.baseFeeScalar,
      l1BlobBaseFee: prices.blobBaseFee,
      l1BlobBaseFeeScalar: prices.blobBaseFeeScalar,
    }
  }
}

/** The receivers of fees; null if the base fee is burnt. */
export type Fees = {
  readonly baseFeePerGas: bigint
  readonly miner: Address
  readonly baseFeeRecipient: Address | null
}

/** All who may be paid; the miner twice if the base fee is burnt. */
function payeesOf({ miner, baseFeeRecipient }: Fees): Address[] {
  return [miner, baseFeeRecipient ?? miner, l1FeeVault]
}

/**
 * Pays out what a sender has paid for gas at `price`, and for L1. The preview of
 * a queue has transactions that wait for a lower base fee.
 */
export function payFees(
  state: State,
  { baseFeePerGas, miner, baseFeeRecipient }: Fees,
  { gasUsed, price, l1Fee }: { gasUsed: bigint; price: bigint; l1Fee: bigint },
): State {
  const burnt = price < baseFeePerGas ? price : baseFeePerGas
  let next = credit(state, miner, (price - burnt) * gasUsed)
  if (baseFeeRecipient !== null)
    next = credit(next, baseFeeRecipient, burnt * gasUsed)
  return credit(next, l1FeeVault, l1Fee)
}

export function credit(state: State, address: Address, wei: bigint): State {
  if (wei === 0n) return state
  const balance = findField(state, address, 'balance')
  if (balance === undefined) return state
  const account = readAccount(state, address)
  return writeAccount(state, address, { ...account, balance: balance + wei })
}

/** Why value is refused on a chain without a coin, in Tempo's words. */
export function refuseValue(
  { nativeBalance }: Pick<ChainConfig, 'nativeBalance'>,
  value: bigint,
): string | undefined {
  return nativeBalance === null || value === 0n
    ? undefined
    : 'value transfer not allowed'
}
