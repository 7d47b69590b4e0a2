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
  let arrivals = report(chain.arrivals, transaction)
  for (let nonce = transaction.nonce + 1; arrivals.withheld !== null; nonce++) {
    const next = findPlaced(chain.queue, from, nonce)
    if (next === undefined || !isWithheld(arrivals, next)) break
    arrivals = report(arrivals, next)
  }
  return { ...chain, arrivals }
}

/** One has come that lacks a nonce. */
export function withhold(chain: Chain, { hash }: Transaction): Chain {
  const { reported, withheld } = chain.arrivals
  return {
    ...chain,
    arrivals: { reported, withheld: insert(withheld, hash, hash) },
  }
}

/** Reports transactions that entered a block after all. */
export function announceEntered(
  arrivals: Arrivals,
  entered: readonly { readonly transaction: Transaction }[],
): Arrivals {
  let next = arrivals
  for (const { transaction } of entered) {
    if (next.withheld === null) break
    if (isWithheld(next, transaction)) next = report(next, transaction)
  }
  return next
}

/** The transactions reported since an earlier chain, oldest first. */
export function arrivalsSince(since: Chain, chain: Chain): Transaction[] {
  const found: Transaction[] = []
  let before = since.arrivals.reported
  let { reported } = chain.arrivals
  // Time may have gone back in between: to where both come from.
  while (reported !== before) {
    if (reported !== null && reported.count >= (before?.count ?? 0)) {
      found.push(reported.transaction)
      reported = reported.before
    } else before = before?.before ?? null
  }
  return found.reverse()
}

function isWithheld({ withheld }: Arrivals, { hash }: Transaction): boolean {
  return lookup(withheld, hash) !== undefined
}

function report(
  { reported, withheld }: Arrivals,
  transaction: Transaction,
): Arrivals {
  const count = (reported?.count ?? 0) + 1
  return {
    reported: { transaction, count, before: reported },
    withheld: remove(withheld, transaction.hash),
  }
}
