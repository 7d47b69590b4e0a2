import type { RpcLog } from 'viem'
import type { Included } from '../../chain/model/transaction.js'
import { formatLog } from '../format/formatReceipt.js'
import { identify } from '../format/identity.js'
import type { View } from '../view/view.js'

/** The logs of a transaction of the open block. */
export function openLogs(view: View, one: Included): RpcLog[] {
  const { receipt } = identify(view, view.chain.open)
  return one.effect.logs.map((_, position) =>
    formatLog(one, position, receipt, false),
  )
}
