import type { Address } from '../../hex/hex.js'
import type { Chain } from '../chain.js'
import { listQueue } from '../queue.js'
import type { Transaction } from '../transaction.js'
import { pendingNonce } from './pendingNonce.js'

/** What waits, by sender, in the order of nonces. */
export type Pool = {
  /** Runs once its turn comes. */
  readonly pending: ReadonlyMap<Address, readonly Transaction[]>
  /** Lacks a nonce before it. */
  readonly queued: ReadonlyMap<Address, readonly Transaction[]>
}

export function listPool(chain: Chain): Pool {
  const pending = new Map<Address, Transaction[]>()
  const queued = new Map<Address, Transaction[]>()
  const ends = new Map<Address, number>()
  for (const transaction of listQueue(chain.queue)) {
    const { from, nonce, type } = transaction
    if (type === 'deposit') continue
    const end = ends.get(from) ?? pendingNonce(chain, from)
    ends.set(from, end)
    const list = nonce < end ? pending : queued
    const own = list.get(from)
    if (own === undefined) list.set(from, [transaction])
    else own.push(transaction)
  }
  return { pending, queued }
}
