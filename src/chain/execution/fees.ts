import { l1FeeVault } from '../../base/hex/addresses.js'
import type { Address } from '../../base/hex/hex.js'
import { l1Cost } from '../../engine/gas.js'
import type { ChainConfig } from '../model/config.js'
import {
  findField,
  readAccount,
  type State,
  writeAccount,
} from '../model/state.js'
import type { L1Fees, Transaction } from '../model/transaction.js'

/** wei that the sender must hold before the transaction may run. */
export function highestCost(transaction: Transaction): bigint {
  const { value, gas, l1 } = transaction
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
  if (tip === undefined) return highest
  const offered = baseFee + tip
  if (offered > highest) return highest
  return offered
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

/** All who may be paid. */
export function payeesOf({ miner, baseFeeRecipient }: Fees): Address[] {
  return baseFeeRecipient === null
    ? [miner, l1FeeVault]
    : [miner, baseFeeRecipient, l1FeeVault]
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
