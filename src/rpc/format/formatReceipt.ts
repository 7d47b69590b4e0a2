import type { RpcTransactionReceipt } from 'viem'
import type { Log } from '../../base/codec/transaction.js'
import type { Hash, Hex } from '../../base/hex/hex.js'
import type { Included, IncludedText } from '../../chain/model/transaction.js'
import { copyJson } from '../answers/copyJson.js'
import type { Answering } from '../view/answering.js'
import type { Identity } from './identity.js'
import { includedText } from './includedText.js'

type WireLogs = RpcTransactionReceipt['logs']
type Topics = WireLogs[number]['topics']

/**
 * A receipt and its logs, and what op-geth adds to them.
 *
 * @param fields - What the chain adds to each.
 */
export function formatReceipt(
  included: Included,
  identity: Identity['receipt'],
  fields: Answering['receiptFields'] = {},
): RpcTransactionReceipt {
  const { transaction, effect, contractAddress } = included
  const text = includedText(included)
  // viem's type knows no receipt without a block hash; geth's answers do.
  const blockHash = identity.blockHash as Hash
  const { blockNumber } = identity
  const receipt: RpcTransactionReceipt = {
    ...(copyJson(fields, 'receiptFields', 'json') as object),
    transactionHash: transaction.hash,
    transactionIndex: text.transactionIndex,
    blockHash,
    blockNumber,
    from: transaction.from,
    to: transaction.to,
    contractAddress,
    cumulativeGasUsed: text.cumulativeGasUsed,
    gasUsed: text.gasUsed,
    effectiveGasPrice: text.effectiveGasPrice,
    logs: formatLogs(included, text, identity),
    logsBloom: effect.logsBloom,
    status: statusText(effect.status === 'success'),
    type: text.type,
  }
  if (transaction.type === 'deposit')
    return Object.assign(receipt, {
      depositNonce: text.nonce,
      depositReceiptVersion: '0x1',
    })
  return text.l1 === undefined ? receipt : Object.assign(receipt, text.l1)
}

function formatLogs(
  { transaction, effect }: Included,
  text: IncludedText,
  {
    blockHash,
    blockNumber,
    blockTimestamp,
    blockTimestampMs,
  }: Identity['receipt'],
): WireLogs {
  const logs: WireLogs = []
  const { hash } = transaction
  for (let position = 0; position < effect.logs.length; position++) {
    const { address, topics, data } = effect.logs[position] as Log
    const log = {
      address,
      topics: topics.slice() as Topics,
      data,
      // As above.
      blockHash: blockHash as Hash,
      blockNumber,
      blockTimestamp,
      transactionHash: hash,
      transactionIndex: text.transactionIndex,
      logIndex: text.logIndexes[position] as Hex,
      removed: false,
    }
    logs.push(
      blockTimestampMs === undefined
        ? log
        : Object.assign(log, { blockTimestampMs }),
    )
  }
  return logs
}

/** Of a receipt, since Byzantium (EIP-658). */
export function statusText(isSuccess: boolean): '0x0' | '0x1' {
  return isSuccess ? '0x1' : '0x0'
}
