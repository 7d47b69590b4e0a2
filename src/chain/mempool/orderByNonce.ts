import type { Address } from '../../hex/hex.js'
import type { Transaction } from '../transaction.js'

type Turn = { readonly transaction: Transaction; readonly turn: number }

/**
 * The same in their turns, but what somebody sent comes after all of the same
 * sender with a lower nonce, even if that came later.
 */
export function orderByNonce(queued: readonly Turn[]): readonly Turn[] {
  const senders = new Set<Address>()
  for (const { transaction } of queued)
    if (transaction.isSent) senders.add(transaction.from)
  if (senders.size === 0) return queued

  const bySender = new Map<Address, Turn[]>()
  for (const one of queued) {
    const { from } = one.transaction
    if (!senders.has(from)) continue
    const own = bySender.get(from)
    if (own === undefined) bySender.set(from, [one])
    else own.push(one)
  }
  const turns = new Map<Turn, number>()
  for (const own of bySender.values()) {
    let turn = 0
    for (const one of own.sort(byNonce)) {
      turn = Math.max(turn, one.turn)
      turns.set(one, turn)
    }
  }
  const turnOf = (one: Turn) => turns.get(one) ?? one.turn
  return [...queued].sort(
    (one, other) => turnOf(one) - turnOf(other) || byNonce(one, other),
  )
}

function byNonce(one: Turn, other: Turn): number {
  return (
    one.transaction.nonce - other.transaction.nonce || one.turn - other.turn
  )
}
