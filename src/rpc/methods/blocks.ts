import { latestNumber } from '../../chain/chain.js'
import { findBlock } from '../../chain/find.js'
import { assertLatest } from '../../chain/intents/expectBlock.js'
import { toQuantity } from '../../hex/hex.js'
import type { StateSelector } from '../../hex/selector.js'
import { formatBlock } from '../format/formatBlock.js'
import {
  formatImportedBlock,
  formatImportedReceipts,
} from '../format/formatImported.js'
import { formatReceipt } from '../format/formatReceipt.js'
import { identify } from '../format/identity.js'
import type { View } from '../view.js'
import type { MethodsOf } from './method.js'
import { result } from './result.js'

/** Blocks and their receipts. */
export const blocksMethods = {
  eth_blockNumber({ chain }) {
    assertLatest(chain)
    return result(toQuantity(latestNumber(chain)))
  },

  eth_getBlockByHash: blockAt,

  eth_getBlockByNumber: blockAt,

  eth_getBlockTransactionCountByHash: countAt,

  eth_getBlockTransactionCountByNumber: countAt,

  eth_getUncleByBlockHashAndIndex: noUncle,

  eth_getUncleByBlockNumberAndIndex: noUncle,

  eth_getUncleCountByBlockHash: uncleCountAt,

  eth_getUncleCountByBlockNumber: uncleCountAt,

  eth_getBlockReceipts(view, [selector]) {
    const block = findBlock(view.chain, selector)
    if (block === null) return result(null)
    const { imported } = block
    if (imported !== undefined) return result(formatImportedReceipts(imported))
    // Its hash may be costly, and nothing here shows it.
    if (block.included.length === 0) return result([])
    const { receipt } = identify(view, block)
    return result(
      block.included.map((included) => formatReceipt(included, receipt)),
    )
  },
} satisfies MethodsOf<'blocks'>

function blockAt(
  view: View,
  [selector, fullTransactions]: readonly [StateSelector, boolean],
) {
  const block = findBlock(view.chain, selector)
  if (block === null) return result(null)
  const { imported } = block
  return result(
    imported === undefined
      ? formatBlock(view, block, fullTransactions)
      : formatImportedBlock(imported, fullTransactions),
  )
}

function countAt({ chain }: View, [selector]: readonly [StateSelector]) {
  const block = findBlock(chain, selector)
  if (block === null) return result(null)
  const { transactions } = block.imported ?? { transactions: block.included }
  return result(toQuantity(transactions.length))
}

function uncleCountAt({ chain }: View, [selector]: readonly [StateSelector]) {
  const block = findBlock(chain, selector)
  if (block === null) return result(null)
  const { uncles = [] } = JSON.parse(block.imported?.text ?? '{}')
  return result(toQuantity(uncles.length))
}

/** Of the uncles of imported blocks, their hashes are all that is known. */
function noUncle() {
  return result(null)
}
