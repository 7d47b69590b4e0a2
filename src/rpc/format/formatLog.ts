import type { RpcLog, RpcTransactionReceipt } from 'viem'
import type { Log } from '../../base/codec/transaction.js'
import { type Hash, toQuantity } from '../../base/hex/hex.js'
import type { ImportedBlock } from '../../chain/model/importedBlock.js'
import type { Included } from '../../chain/model/transaction.js'
import { formatImportedReceipt } from './formatImported.js'
import type { Identity } from './identity.js'

/** A log by itself, as its receipt has it. */
export function formatLog(
  { transaction, effect, transactionIndex, firstLogIndex }: Included,
  position: number,
  {
    blockHash,
    blockNumber,
    blockTimestamp,
    blockTimestampMs,
  }: Identity['receipt'],
  removed: boolean,
): RpcLog {
  const { address, topics, data } = effect.logs[position] as Log
  return {
    address,
    topics: topics.slice() as RpcLog['topics'],
    data,
    // viem's type knows no log without a block hash; geth's answers do.
    blockHash: blockHash as Hash,
    blockNumber,
    blockTimestamp,
    transactionHash: transaction.hash,
    transactionIndex: toQuantity(transactionIndex),
    logIndex: toQuantity(firstLogIndex + position),
    removed,
    ...(blockTimestampMs !== undefined && { blockTimestampMs }),
  }
}

/** A log of an imported block as the real node gave it, field for field. */
export function formatImportedLog(
  imported: ImportedBlock,
  {
    transactionIndex,
    position,
  }: { transactionIndex: number; position: number },
  removed: boolean,
): RpcLog {
  const { logs }: Pick<RpcTransactionReceipt, 'logs'> = formatImportedReceipt(
    imported,
    transactionIndex,
  )
  const log = logs[position] as RpcLog
  return removed ? { ...log, removed } : log
}
