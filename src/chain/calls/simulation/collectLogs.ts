import type { ExecutionLog } from '../../../engine/log.js'
import type { ObservedFrame, Observer } from '../../../engine/observer.js'
import { type Address, type Hash, toWord } from '../../../hex/hex.js'

/** ERC-7528: ether, where a token's address is asked for. */
const ether: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** `Transfer(address,address,uint256)` */
const transfer: Hash =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Logs and transfers of ether in their order, without those undone. */
export function collectLogs(): { observer: Observer; read(): ExecutionLog[] } {
  const open: ExecutionLog[][] = []
  let kept: ExecutionLog[] = []
  return {
    observer: {
      enter(frame) {
        open.push(moves(frame) ? [transferOf(frame)] : [])
      },
      exit({ error }) {
        const logs = open.pop() ?? []
        const done = error === undefined ? logs : []
        const parent = open[open.length - 1]
        if (parent === undefined) kept = done
        else parent.push(...done)
      },
      log(log) {
        open[open.length - 1]?.push(log)
      },
    },
    read: () => kept,
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
