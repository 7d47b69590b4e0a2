import type { Hex } from 'preseal'
import type { Chain } from './chain.js'
import { type Dropped, scripted } from './openBlock.js'
import type { Transaction } from './transaction.js'

/** What became of transactions on the way. */
export type Drop = {
  transaction: Transaction
  reason: 'requested' | 'replaced' | 'omitted' | Dropped['reason']
  error?: string
}
export type Outcome = { chain: Chain; dropped: Drop[] }

export const because =
  (reason: Drop['reason']) =>
  (transaction: Transaction): Drop => ({ transaction, reason })

/** Of one sender and nonce, the last one waits. */
export function lineUp(transactions: readonly Transaction[]) {
  const isLast = (one: Transaction, at: number) =>
    !transactions
      .slice(at + 1)
      .some(({ from, nonce }) => from === one.from && nonce === one.nonce)
  return {
    queue: transactions.filter(isLast),
    replaced: transactions.filter((one, at) => !isLast(one, at)),
  }
}

/** Those that leave the open block, asked to or for another, in its order. */
export function leavers(
  { open, drops }: Chain,
  replaced: readonly Transaction[],
): Drop[] {
  return scripted(open).flatMap((one) => {
    const asked = drops.get(one.hash)
    const isReplaced = replaced.some(({ hash }) => hash === one.hash)
    const reason = asked ?? (isReplaced ? 'replaced' : undefined)
    return reason === undefined ? [] : [because(reason)(one)]
  })
}

/** What was pre-confirmed waits again, before what waited already. */
export function requeue(
  chain: Chain,
  held: readonly Hex[] = [],
  before: readonly Transaction[] = [],
) {
  const stays = scripted(chain.open).filter(
    ({ hash }) => !chain.drops.has(hash),
  )
  const { queue, replaced } = lineUp(
    [...before, ...stays, ...chain.queue].filter(
      ({ hash }) => !held.includes(hash),
    ),
  )
  const left = before.filter((one) => replaced.includes(one))
  return {
    queue,
    dropped: [...left.map(because('replaced')), ...leavers(chain, replaced)],
  }
}
