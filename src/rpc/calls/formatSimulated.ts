import type { RpcBlock, RpcLog } from 'viem'
import { toQuantity } from '../../base/hex/hex.js'
import type {
  SimulatedBlock,
  SimulatedCall,
} from '../../chain/calls/simulatedBlock.js'
import type { Included } from '../../chain/model/transaction.js'
import type { RpcError } from '../answers/outcome.js'
import { formatWith } from '../format/formatBlock.js'
import { statusText } from '../format/formatReceipt.js'
import { executionError } from './callError.js'
import type { SimulatedCallObject } from './callSchema.js'

/** The execution API's code of a halt in a simulation. */
const haltCode = -32015

/** A block that was simulated, and what each of its calls came to. */
export function formatSimulated(
  block: SimulatedBlock,
  fullTransactions: boolean,
): RpcBlock & { calls: SimulatedCallObject[] } {
  const { header, hash, size, included } = block
  const number = toQuantity(header.number)
  const blockTimestamp = toQuantity(header.timestamp)
  const identity = {
    block: { number, hash },
    transaction: {
      blockHash: hash,
      blockNumber: number,
      blockTimestamp,
      isIndexed: true,
    },
  }
  const shown = {
    header,
    size,
    timestampMs: undefined,
    included,
    fullTransactions,
  }
  const calls = block.calls.map((call, index) =>
    formatCall(block, call, included[index] as Included),
  )
  return Object.assign(formatWith(identity, shown), { calls })
}

function formatCall(
  { header, hash }: SimulatedBlock,
  call: SimulatedCall,
  { transaction, transactionIndex }: Included,
): SimulatedCallObject {
  const { execution, logs } = call
  const isDone = execution.status === 'success'
  return {
    returnData: isDone ? execution.output : '0x',
    logs: logs.map(({ log, index }) => ({
      address: log.address,
      topics: log.topics.slice() as RpcLog['topics'],
      data: log.data,
      blockHash: hash,
      blockNumber: toQuantity(header.number),
      blockTimestamp: toQuantity(header.timestamp),
      transactionHash: transaction.hash,
      transactionIndex: toQuantity(transactionIndex),
      logIndex: toQuantity(index),
      removed: false,
    })),
    gasUsed: toQuantity(execution.gasUsed),
    maxUsedGas: toQuantity(execution.gasUsed + (execution.refund ?? 0n)),
    status: statusText(isDone),
    ...(!isDone && { error: errorOf(call) }),
  }
}

function errorOf({
  execution,
  isCapped,
}: SimulatedCall): NonNullable<SimulatedCallObject['error']> {
  const { halt } = execution
  if (halt === undefined)
    return executionError(execution) as RpcError & { data: `0x${string}` }
  const capped = isCapped
    ? " (gas limit was capped by the RPC server's global gas cap)"
    : ''
  return { code: haltCode, message: `${halt}${capped}` }
}
