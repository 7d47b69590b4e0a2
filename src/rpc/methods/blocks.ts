import type {
  Address,
  BlockTag,
  Hash,
  Hex,
  RpcBlockIdentifier,
  RpcBlockNumber,
  RpcTransactionReceipt,
} from 'viem'
import { type StateSelector, toQuantity } from '../../base/hex/hex.js'
import { assertNoBlock } from '../../chain/lookup/askFork.js'
import {
  assertLatest,
  findBlock,
  headNumber,
  namesOpen,
} from '../../chain/lookup/find.js'
import { accessListOf } from '../../chain/roots/accesses.js'
import type { AccountAccesses } from '../../engine/engine.js'
import { failed, resourceNotFound, result } from '../answers/outcome.js'
import { parseFlag } from '../calls/parseCall.js'
import { formatBlock, identify } from '../format/formatBlock.js'
import {
  formatImportedBlock,
  formatImportedReceipts,
} from '../format/formatImported.js'
import { formatReceipts } from '../format/formatReceipt.js'
import {
  block,
  blockHash,
  index,
  type MethodsOf,
  method,
  numberOrTag,
  type SchemaOfViem,
} from '../method/method.js'
import type { View } from '../view/view.js'

export type BlocksSchema = SchemaOfViem<
  | 'eth_blockNumber'
  | 'eth_getBlockByHash'
  | 'eth_getBlockByNumber'
  | 'eth_getUncleByBlockHashAndIndex'
  | 'eth_getUncleByBlockNumberAndIndex'
> & {
  // Only newer versions of viem have it, and without EIP-1898 objects.
  eth_getBlockReceipts: {
    Parameters: [block: RpcBlockNumber | BlockTag | Hash | RpcBlockIdentifier]
    ReturnType: RpcTransactionReceipt[] | null
  }
  // viem does not know it yet.
  eth_getBlockAccessList: {
    Parameters: [block: RpcBlockNumber | BlockTag | Hash | RpcBlockIdentifier]
    ReturnType: WireAccountAccesses[] | null
  }
  // viem knows no null, which nodes answer if there is no block.
  eth_getBlockTransactionCountByHash: CountOf<Hash>
  eth_getBlockTransactionCountByNumber: CountOf<RpcBlockNumber | BlockTag>
  eth_getUncleCountByBlockHash: CountOf<Hash>
  eth_getUncleCountByBlockNumber: CountOf<RpcBlockNumber | BlockTag>
}

/** What a block accessed of an account, as execution-apis has it. */
type WireAccountAccesses = {
  address: Address
  storageChanges: { key: Hash; changes: { index: Hex; value: Hash }[] }[]
  storageReads: Hash[]
  balanceChanges: { index: Hex; value: Hex }[]
  nonceChanges: { index: Hex; value: Hex }[]
  codeChanges: { index: Hex; code: Hex }[]
}

type CountOf<block> = { Parameters: [block: block]; ReturnType: Hex | null }

const latest = { type: 'tag', tag: 'latest' } as const
const fullTransactions = { name: 'fullTransactions', parse: parseFlag }

/** Blocks and their receipts. */
export const blocksMethods = {
  eth_blockNumber: method({
    reads: 'chain',
    isPublic: true,
    params: [],
    answer({ chain }) {
      if (!namesOpen(chain, latest)) assertLatest(chain)
      return result(toQuantity(headNumber(chain)))
    },
  }),

  eth_getBlockByHash: method({
    reads: 'block',
    isPublic: true,
    params: [blockHash, fullTransactions],
    answer: blockAt,
  }),

  eth_getBlockByNumber: method({
    reads: 'block',
    isPublic: true,
    params: [numberOrTag, fullTransactions],
    answer: blockAt,
  }),

  eth_getBlockTransactionCountByHash: method({
    reads: 'block',
    isPublic: true,
    params: [blockHash],
    answer: countAt,
  }),

  eth_getBlockTransactionCountByNumber: method({
    reads: 'block',
    isPublic: true,
    params: [numberOrTag],
    answer: countAt,
  }),

  eth_getUncleByBlockHashAndIndex: method({
    reads: 'block',
    isPublic: true,
    params: [blockHash, index],
    answer: noUncle,
  }),

  eth_getUncleByBlockNumberAndIndex: method({
    reads: 'block',
    isPublic: true,
    params: [numberOrTag, index],
    answer: noUncle,
  }),

  eth_getUncleCountByBlockHash: method({
    reads: 'block',
    isPublic: true,
    params: [blockHash],
    answer: uncleCountAt,
  }),

  eth_getUncleCountByBlockNumber: method({
    reads: 'block',
    isPublic: true,
    params: [numberOrTag],
    answer: uncleCountAt,
  }),

  eth_getBlockReceipts: method({
    reads: 'block',
    isPublic: false,
    params: [block],
    answer(view, [selector]) {
      const block = findBlock(view.chain, selector)
      if (block === null) return noBlock(view, selector)
      const { imported } = block
      if (imported !== undefined)
        return result(formatImportedReceipts(imported))
      // Its hash may be costly, and nothing here shows it.
      if (block.included.length === 0) return result([])
      const { receipt } = identify(view, block)
      const { receiptFields } = view.answering
      return result(formatReceipts(block.included, receipt, receiptFields))
    },
  }),

  eth_getBlockAccessList: method({
    reads: 'block',
    isPublic: true,
    params: [block],
    answer(view, [selector]) {
      const block = findBlock(view.chain, selector)
      if (block === null) return noBlock(view, selector)
      const list =
        block.imported === undefined
          ? accessListOf(view.chain.config, block.included)
          : undefined
      return list === undefined
        ? failed(resourceNotFound('block access list not available'))
        : result(list.accounts.map(formatAccesses))
    },
  }),
} satisfies MethodsOf<BlocksSchema>

function formatAccesses(account: AccountAccesses): WireAccountAccesses {
  const numbers = (
    changes: readonly { readonly index: number; readonly value: bigint }[],
  ) =>
    changes.map(({ index, value }) => ({
      index: toQuantity(index),
      value: toQuantity(value),
    }))
  return {
    address: account.address,
    storageChanges: account.storageChanges.map(({ key, changes }) => ({
      key,
      changes: changes.map(({ index, value }) => ({
        index: toQuantity(index),
        value,
      })),
    })),
    storageReads: [...account.storageReads],
    balanceChanges: numbers(account.balanceChanges),
    nonceChanges: numbers(account.nonceChanges),
    codeChanges: account.codeChanges.map(({ index, value }) => ({
      index: toQuantity(index),
      code: value,
    })),
  }
}

function blockAt(
  view: View,
  [selector, fullTransactions]: readonly [StateSelector, boolean],
) {
  const block = findBlock(view.chain, selector)
  if (block === null) return noBlock(view, selector, fullTransactions)
  const { imported } = block
  return result(
    imported === undefined
      ? formatBlock(view, block, fullTransactions)
      : formatImportedBlock(imported, fullTransactions),
  )
}

/** @throws NotRecordedError if a live chain may have it. */
function noBlock({ chain }: View, selector: StateSelector, isFull = false) {
  assertNoBlock(chain, selector, isFull)
  return result(null)
}

function countAt(view: View, [selector]: readonly [StateSelector]) {
  const block = findBlock(view.chain, selector)
  if (block === null) return noBlock(view, selector)
  const { transactions } = block.imported ?? { transactions: block.included }
  return result(toQuantity(transactions.length))
}

function uncleCountAt(view: View, [selector]: readonly [StateSelector]) {
  const block = findBlock(view.chain, selector)
  if (block === null) return noBlock(view, selector)
  const { uncles = [] } = JSON.parse(block.imported?.text ?? '{}')
  return result(toQuantity(uncles.length))
}

/** Uncles of imported blocks are known by hash alone. */
function noUncle() {
  return result(null)
}
