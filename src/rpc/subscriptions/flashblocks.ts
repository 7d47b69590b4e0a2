import type { RpcBlock } from 'viem'
import { differences } from '../../base/codec/trie.js'
import { keccak256 } from '../../base/hash/keccak256.js'
import { type Hex, toBytes, toHex, toQuantity } from '../../base/hex/hex.js'
import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import { blockHash, blockHeader } from '../../chain/lookup/blockHash.js'
import { envelopeOf } from '../../chain/model/createTransaction.js'
import type { Included } from '../../chain/model/transaction.js'
import { formatBlock } from '../format/formatBlock.js'
import { formatImportedBlock } from '../format/formatImported.js'
import { includedText } from '../format/includedText.js'
import type { View } from '../view/view.js'
import {
  enteredIn,
  readNothing,
  type SubscriptionType,
  seenBeats,
} from './subscriptionType.js'

export const newFlashblocks: SubscriptionType<undefined> = {
  type: 'newFlashblocks',
  isUsual: true,
  read: readNothing,
  results(_, update) {
    const { view, from, options } = update
    return seenBeats(update).map(({ chain, at: { index } }) => {
      const then = { ...view, chain }
      return options.newFlashblocks === 'payload'
        ? flashblockPayload(then, from, enteredIn(update, chain), index)
        : wholeBlock(then, chain.open)
    })
  },
}

/** An imported one as far as it is known: with hashes, if it came with them. */
function wholeBlock(view: View, block: BlockView): RpcBlock {
  const { imported } = block
  if (imported === undefined) return formatBlock(view, block, true)
  const isWhole = imported.transactions.every(({ text }) => text !== undefined)
  return formatImportedBlock(imported, isWhole)
}

/**
 * A pre-confirmation as the stream of a builder tells it: transactions, receipts
 * and balances of this beat, and the block up to it.
 *
 * @param index - Of the beat within its block.
 */
function flashblockPayload(
  { chain }: View,
  since: Chain,
  entered: readonly Included[],
  index: number,
) {
  const { open } = chain
  const header = blockHeader(chain, open)
  const number = toQuantity(open.number)
  const base = {
    parent_beacon_block_root: header.parentBeaconBlockRoot,
    parent_hash: header.parentHash,
    fee_recipient: header.miner,
    prev_randao: header.mixHash,
    block_number: number,
    gas_limit: toQuantity(header.gasLimit),
    timestamp: toQuantity(header.timestamp),
    extra_data: header.extraData,
    base_fee_per_gas: toQuantity(header.baseFeePerGas ?? 0n),
  }
  return {
    // Names the block: 8 bytes, from what it begins with.
    payload_id: toHex(
      keccak256(toBytes(`${header.parentHash}${padded(number)}`)).slice(0, 8),
    ),
    index,
    ...(index === 0 && { base }),
    diff: {
      state_root: header.stateRoot,
      receipts_root: header.receiptsRoot,
      logs_bloom: header.logsBloom,
      gas_used: toQuantity(header.gasUsed),
      block_hash: blockHash(chain, open),
      transactions: entered.map(({ transaction }) =>
        toHex(envelopeOf(transaction)),
      ),
      withdrawals: [],
      withdrawals_root: header.withdrawalsRoot,
      blob_gas_used: toQuantity(header.blobGasUsed ?? 0n),
    },
    metadata: {
      block_number: Number(open.number),
      receipts: Object.fromEntries(
        entered.map((one) => [one.transaction.hash, receiptOf(one)]),
      ),
      new_account_balances: balancesSince(since, chain),
    },
  }
}

function padded(number: Hex): string {
  return number.slice(2).padStart(16, '0')
}

function receiptOf(included: Included) {
  const { transaction, effect } = included
  const { receipt } = includedText(included)
  return {
    type: receipt.type,
    status: receipt.status,
    cumulativeGasUsed: receipt.cumulativeGasUsed,
    logs: effect.logs.map(({ address, topics, data }) => ({
      address,
      topics: topics.slice(),
      data,
    })),
    logsBloom: effect.logsBloom,
    ...(transaction.type === 'deposit' && receipt.ofL2),
  }
}

/** Balances of the accounts that changed since the beat before. */
function balancesSince(since: Chain, { open }: Chain): Record<string, Hex> {
  const balances: Record<string, Hex> = {}
  differences(
    since.open.state.accounts,
    open.state.accounts,
    (address, before, after) => {
      if (after?.balance !== undefined && after.balance !== before?.balance)
        balances[address] = toQuantity(after.balance)
    },
  )
  return balances
}
