import type { Address } from '../../base/hex/hex.js'
import type { Transaction } from '../model/transaction.js'
import { fits, type OpenBlock, turnOf } from './openBlock.js'

/** Whether any of them would enter the block as it stands, or be refused. */
export function awaitsBeat(
  open: OpenBlock,
  transactions: readonly Transaction[],
): boolean {
  const waitingSenders = new Set<Address>()
  return transactions.some((transaction) => {
    const { from, fate } = transaction
    const turn = turnOf(open, open.state, transaction)
    if (turn === 'stale') return true
    if (turn === 'ahead' || waitingSenders.has(from)) return false
    waitingSenders.add(from)
    return fate?.type !== 'never' && fits(open, open.gasUsed, transaction)
  })
}
