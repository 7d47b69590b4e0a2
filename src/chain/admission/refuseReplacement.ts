import { highestGasPrice } from '../execution/price.js'
import type { Refused } from '../model/sending.js'
import type { Transaction } from '../model/transaction.js'
import { refused } from './refuseSending.js'

/** Percent by which geth wants both fees to be higher. */
const leastRise = 10n

/** A transaction of the same nonce takes the place of one that waits. */
export function refuseReplacement(
  replaced: Transaction,
  transaction: Transaction,
): Refused | undefined {
  const fees = [
    [highestGasPrice(replaced), highestGasPrice(transaction)],
    [tipOf(replaced), tipOf(transaction)],
  ] as const
  const isRaised =
    replaced.type !== 'deposit' &&
    fees.every(([before, now]) => now >= leastAfter(before))
  if (isRaised) return undefined
  const [[price, offered], [tip, offeredTip]] = fees
  return refused(
    `replacement transaction underpriced: new tx gas fee cap ${offered} and tip ${offeredTip}, minimum needed ${leastAfter(price)} and ${leastAfter(tip)}`,
  )
}

/** Nothing replaces nothing: if gas is free, nobody could raise its price. */
function leastAfter(wei: bigint): bigint {
  return wei + (wei * leastRise + 99n) / 100n
}

function tipOf(transaction: Transaction): bigint {
  return transaction.maxPriorityFeePerGas ?? highestGasPrice(transaction)
}
