import { type Address, type Hash, toWord } from '../../../base/hex/hex.js'
import type { ExecutionLog } from '../../../engine/log.js'
import type { ObservedFrame, Observer } from '../../../engine/observer.js'

/** The address by which ether stands in for a token (ERC-7528). */
const ether: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** `Transfer(address,address,uint256)` */
const transfer: Hash =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export type CollectedLog = {
  readonly log: ExecutionLog
  /** In its block. */
  readonly index: number
}

export type LogCollector = {
  readonly observer: Observer
  /** Returns the logs of the last call, and forgets them. */
  take(): CollectedLog[]
}

/**
 * The logs of the calls of a block, without those undone, which count all the
 * same, as geth's do.
 */
export function collectLogs(tracesTransfers: boolean): LogCollector {
  let logs: CollectedLog[] = []
  let count = 0
  /** Number of logs before each frame that has not ended. */
  const before: number[] = []
  const add = (log: ExecutionLog) => {
    logs.push({ log, index: count })
    count += 1
  }
  return {
    observer: {
      enter(frame) {
        before.push(logs.length)
        if (tracesTransfers && moves(frame)) add(transferOf(frame))
      },
      exit({ error }) {
        const kept = before.pop() ?? 0
        if (error !== undefined) logs.length = kept
      },
      log: add,
    },
    take() {
      const taken = logs
      logs = []
      return taken
    },
  }
}

function moves({ type, value }: ObservedFrame): boolean {
  return value > 0n && type !== 'DELEGATECALL' && type !== 'CALLCODE'
}

function transferOf({ from, to, value }: ObservedFrame): ExecutionLog {
  return {
    address: ether,
    topics: [transfer, toWord(BigInt(from)), toWord(BigInt(to))],
    data: toWord(value),
  }
}
