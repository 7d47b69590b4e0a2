import { highestGasPrice } from '../../chain/execution/fees.js'
import type { Included, Transaction } from '../../chain/model/transaction.js'
import { formatTransaction, type WireTransaction } from './formatTransaction.js'

const nowhere = {
  blockHash: null,
  blockNumber: null,
  blockTimestamp: null,
  isIndexed: false,
}

/**
 * A transaction without a block: its price is the highest it offers, as geth's.
 */
export function formatQueued(transaction: Transaction): WireTransaction {
  const included: Included = {
    transaction,
    effect: nothing,
    before: null,
    transactionIndex: 0,
    firstLogIndex: 0,
    cumulativeGasUsed: 0n,
    effectiveGasPrice: highestGasPrice(transaction),
    contractAddress: null,
    text: undefined,
  }
  return formatTransaction(included, nowhere)
}

/** Its effect is unknown before it runs. */
const nothing: Included['effect'] = {
  status: 'success',
  gasUsed: 0n,
  blobGasUsed: 0n,
  logs: [],
  logsBloom: '0x',
  changes: {},
  l1: {},
  failure: null,
}
