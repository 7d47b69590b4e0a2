import type { RpcTransaction } from 'viem'
import { latestNumber } from '../chain/chain.js'
import { findBlock, findState, findTransaction } from '../chain/find.js'
import { assertLatest } from '../chain/intents/expectBlock.js'
import {
  readBalance,
  readCode,
  readNonce,
  readStorage,
} from '../chain/state.js'
import { toQuantity } from '../hex/hex.js'
import { type StateSelector, selectorText } from '../hex/selector.js'
import { formatBlock } from './format/formatBlock.js'
import {
  formatImportedBlock,
  formatImportedReceipt,
  formatImportedReceipts,
  formatImportedTransaction,
} from './format/formatImported.js'
import { formatReceipt } from './format/formatReceipt.js'
import { formatTransaction } from './format/formatTransaction.js'
import { identify } from './format/identity.js'
import { type Answer, blockNotFound } from './outcome.js'
import type { Arguments } from './params.js'
import type { MockMethod, MockResult } from './schema.js'
import type { View } from './view.js'

type Methods = {
  readonly [method in MockMethod]: (
    view: View,
    args: Arguments<method>,
  ) => Answer<MockResult<method>>
}

/** How each method is answered, its parameters read already. */
export const builtInMethods = {
  eth_blockNumber({ chain }) {
    assertLatest(chain)
    return result(toQuantity(latestNumber(chain)))
  },

  eth_chainId: ({ chain }) => result(toQuantity(chain.config.chainId)),

  eth_getBalance({ chain }, [address, selector]) {
    const state = findState(chain, selector)
    if (state === undefined) return notFound(selector)
    return result(toQuantity(readBalance(state, address)))
  },

  eth_getBlockByHash: blockAt,

  eth_getBlockByNumber: blockAt,

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

  eth_getCode({ chain }, [address, selector]) {
    const state = findState(chain, selector)
    if (state === undefined) return notFound(selector)
    return result(readCode(state, address))
  },

  eth_getStorageAt({ chain }, [address, slot, selector]) {
    const state = findState(chain, selector)
    if (state === undefined) return notFound(selector)
    return result(readStorage(state, address, slot))
  },

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

  eth_getTransactionCount({ chain }, [address, selector]) {
    const state = findState(chain, selector)
    if (state === undefined) return notFound(selector)
    return result(toQuantity(readNonce(state, address)))
  },

  eth_getTransactionReceipt(view, [hash]) {
    const found = findTransaction(view.chain, hash)
    if (found === null) return result(null)
    if (found.type === 'imported')
      return result(formatImportedReceipt(found.imported, found.index))
    const { receipt } = identify(view, found.block)
    return result(formatReceipt(found.included, receipt))
  },

  net_version: ({ chain }) => result(String(chain.config.chainId)),

  web3_clientVersion: () => result(clientVersion),
} as const satisfies Methods

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

function result<value>(value: value) {
  return { type: 'result', value } as const
}

function notFound(selector: StateSelector) {
  return {
    type: 'error',
    error: blockNotFound(selectorText(selector)),
  } as const
}

/** The answer to `web3_clientVersion`: name and version of the package. */
export const clientVersion = 'preseal/0.1.0'
