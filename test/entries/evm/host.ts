import type {
  Engine,
  Environment,
  Execution,
  Message,
} from '../../../src/engine/engine.js'
import {
  cappedGas,
  floorGas,
  intrinsicGas,
  mostExecutionGas,
  mostInitcode,
} from '../../../src/engine/gas.js'
import {
  accountIn,
  applyChanges,
  type MemoryState,
  readerOf,
} from './memoryState.js'

/** A transaction with what a node has to look at before an engine does. */
export type Transaction = Message & {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Undefined, but for blob transactions. */
  readonly maxFeePerBlobGas?: bigint | undefined
}

const gasPerBlob = 131_072n
const maxBlobs = 6
const maxNonce = 2n ** 64n - 1n

/**
 * What a node does around an engine, for one transaction: checks, buys gas,
 * executes, gives back what was not used, and pays the miner. Returns why it
 * is refused, which leaves the state as it was.
 */
export function transact(
  engine: Engine,
  state: MemoryState,
  environment: Environment,
  transaction: Transaction,
): Execution | string {
  const refusal = refusalOf(state, environment, transaction)
  if (refusal !== undefined) return refusal
  const { baseFeePerGas, miner } = environment
  const { from, gas, blobFee } = {
    ...transaction,
    blobFee: blobFeeOf(environment),
  }
  const tip = lower(
    transaction.maxPriorityFeePerGas,
    transaction.maxFeePerGas - baseFeePerGas,
  )
  const gasPrice = baseFeePerGas + tip
  accountIn(state, from).balance -= gas * gasPrice + blobFee
  const execution = engine.execute(
    readerOf(state),
    { ...environment, gasPrice, origin: from },
    transaction,
  )
  const { changes, gasUsed } = execution
  applyChanges(state, changes)
  accountIn(state, from).balance += (gas - gasUsed) * gasPrice
  if (changes[miner] !== null) {
    const paid = accountIn(state, miner)
    paid.balance += gasUsed * tip
    const isEmpty =
      paid.balance === 0n && paid.nonce === 0n && paid.code === '0x'
    if (isEmpty) state.delete(miner)
  }
  return execution
}

function blobFeeOf({ blobHashes, blobBaseFee }: Environment): bigint {
  return BigInt(blobHashes.length) * gasPerBlob * blobBaseFee
}

function refusalOf(
  state: MemoryState,
  environment: Environment,
  transaction: Transaction,
): string | undefined {
  const { from, to, gas, value, nonce, data } = transaction
  const { maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas } = transaction
  const { blobHashes, blobBaseFee, gasLimit, baseFeePerGas } = environment
  const reader = readerOf(state)
  const blobGas = BigInt(blobHashes.length) * gasPerBlob
  const most = gas * maxFeePerGas + blobGas * (maxFeePerBlobGas ?? 0n) + value
  if (reader.nonce(from) !== nonce) return 'wrong nonce'
  if (nonce >= maxNonce) return 'nonce is max'
  if (reader.code(from) !== '0x') return 'sender is no account of a key'
  if (reader.balance(from) < most) return 'insufficient funds'
  if (gas < intrinsicGas(transaction, environment))
    return 'intrinsic gas too low'
  if (gas < floorGas(transaction, environment)) return 'floor gas too low'
  if (to === null && (data.length - 2) / 2 > mostInitcode(environment))
    return 'initcode too long'
  if (cappedGas(transaction, environment) > mostExecutionGas)
    return 'exceeds gas cap'
  if (gas > gasLimit) return 'exceeds block gas limit'
  if (maxFeePerGas < baseFeePerGas) return 'max fee below base fee'
  if (maxFeePerGas < maxPriorityFeePerGas) return 'tip above max fee'
  if (maxFeePerBlobGas === undefined) return undefined
  if (maxFeePerBlobGas < blobBaseFee) return 'max fee below blob base fee'
  if (blobHashes.length === 0) return 'no blobs'
  if (blobHashes.length > maxBlobs) return 'too many blobs'
  return blobHashes.every((hash) => hash.startsWith('0x01'))
    ? undefined
    : 'unknown version of blobs'
}

function lower(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
