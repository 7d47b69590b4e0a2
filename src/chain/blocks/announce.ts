import { insert, lookup, remove } from '../../base/codec/trie.js'
import type { Arrivals } from '../model/arrivals.js'
import type { Transaction } from '../model/transaction.js'
import type { Chain } from './chain.js'
import { findPlaced } from './queue.js'

/** A transaction that can run has come, and with it what waited for it alone. */
export function announce(chain: Chain, transaction: Transaction): Chain {
  const { from, type } = transaction
  // Nobody sends a deposit: it is derived.
  if (type === 'deposit') return chain
  let arrivals = tell(chain.arrivals, transaction)
  for (let nonce = transaction.nonce + 1; arrivals.untold !== null; nonce++) {
    const next = findPlaced(chain.queue, from, nonce)
    if (next === undefined || !isUntold(arrivals, next)) break
    arrivals = tell(arrivals, next)
  }
  return { ...chain, arrivals }
}

/** One has come that lacks a nonce. */
export function withhold(chain: Chain, { hash }: Transaction): Chain {
  const { told, untold } = chain.arrivals
  return { ...chain, arrivals: { told, untold: insert(untold, hash, hash) } }
}

/** Reports transactions that entered a block after all. */
export function announceEntered(
  arrivals: Arrivals,
  entered: readonly { readonly transaction: Transaction }[],
): Arrivals {
  let next = arrivals
  for (const { transaction } of entered) {
    if (next.untold === null) break
    if (isUntold(next, transaction)) next = tell(next, transaction)
  }
  return next
}

/** The transactions reported since an earlier chain, oldest first. */
export function arrivalsSince(since: Chain, chain: Chain): Transaction[] {
  const found: Transaction[] = []
  let before = since.arrivals.told
  let { told } = chain.arrivals
  // Time may have gone back in between: to where both come from.
  while (told !== before) {
    if (told !== null && told.count >= (before?.count ?? 0)) {
      found.push(told.transaction)
      told = told.before
    } else before = before?.before ?? null
  }
  return found.reverse()
}

function isUntold({ untold }: Arrivals, { hash }: Transaction): boolean {
  return lookup(untold, hash) !== undefined
}

function tell({ told, untold }: Arrivals, transaction: Transaction): Arrivals {
  const count = (told?.count ?? 0) + 1
  return {
    told: { transaction, count, before: told },
    untold: remove(untold, transaction.hash),
  }
}
