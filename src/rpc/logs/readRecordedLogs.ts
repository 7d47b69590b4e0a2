import type { RpcLog } from 'viem'
import type { Address, Hash } from '../../base/hex/hex.js'
import type { ForkBase } from '../../chain/fork/createForkBase.js'
import { recordedLogs } from '../../chain/fork/recordedLogs.js'
import { type LogFilter, matchesLog } from '../../chain/logs/logFilter.js'
import type { LogRange } from './logRange.js'

/**
 * The logs of a live chain up to the block of the fork.
 *
 * @throws NotRecordedError if nobody recorded all that is asked for.
 */
export function readRecordedLogs(
  fork: ForkBase,
  filter: LogFilter,
  { from: fromBlock, to: toBlock }: LogRange,
): RpcLog[] {
  const { addresses, topics } = filter
  const found =
    recordedLogs(fork.record.history.logs, {
      addresses,
      topics,
      fromBlock,
      toBlock,
    }) ??
    fork.refuse({
      type: 'logs',
      addresses: addresses === null ? null : [...addresses].sort(),
      topics: topics.map((one) => (one === null ? null : [...one].sort())),
      fromBlock,
      toBlock,
    })
  return found
    .map((log): RpcLog => JSON.parse(JSON.stringify(log)))
    .filter(({ address, topics }) =>
      matchesLog(filter, {
        address: address.toLowerCase() as Address,
        topics: topics.map((topic) => topic.toLowerCase() as Hash),
      }),
    )
}
