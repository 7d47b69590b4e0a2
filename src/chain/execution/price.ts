import type { Transaction } from '../model/transaction.js'

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
