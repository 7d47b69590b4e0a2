import { type Address, type Hash, toWord } from '../../../base/hex/hex.js'
import type { ExecutionLog } from '../../../engine/log.js'
import type { ObservedFrame, Observer } from '../../../engine/observer.js'

/** ERC-7528: ether, where a token's address is asked for. */
const ether: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** `Transfer(address,address,uint256)` */
const transfer: Hash =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Logs and transfers of ether in their order, without those undone. */
export function collectLogs(): { observer: Observer; read(): ExecutionLog[] } {
  const logs: ExecutionLog[] = []
  /** Of each frame that has not ended, how many there were before it. */
  const before: number[] = []
  return {
    observer: {
      enter(frame) {
        before.push(logs.length)
        if (moves(frame)) logs.push(transferOf(frame))
      },
      exit({ error }) {
        const kept = before.pop() ?? 0
        if (error !== undefined) logs.length = kept
      },
      log(log) {
        logs.push(log)
      },
    },
    read: () => logs,
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
