import type { RpcTransaction } from 'viem'
import { findTransaction } from '../../chain/find.js'
import {
  formatImportedReceipt,
  formatImportedTransaction,
} from '../format/formatImported.js'
import { formatReceipt } from '../format/formatReceipt.js'
import { formatTransaction } from '../format/formatTransaction.js'
import { identify } from '../format/identity.js'
import type { MethodsOf } from './method.js'
import { result } from './result.js'

/** Transactions by hash. */
export const transactionsMethods = {
  eth_getTransactionByHash(view, [hash]) {
    const found = findTransaction(view.chain, hash)
    if (found === null) return result(null)
    if (found.type === 'imported')
      return result(formatImportedTransaction(found.imported, found.index))
    const { transaction } = identify(view, found.block)
    return result(
      formatTransaction(found.included, transaction) as RpcTransaction,
    )
  },

  eth_getTransactionReceipt(view, [hash]) {
    const found = findTransaction(view.chain, hash)
    if (found === null) return result(null)
    if (found.type === 'imported')
      return result(formatImportedReceipt(found.imported, found.index))
    const { receipt } = identify(view, found.block)
    return result(formatReceipt(found.included, receipt))
  },
} satisfies MethodsOf<'transactions'>
