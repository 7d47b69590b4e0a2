import { type Address, compareNonces, type Nonce } from '../../base/hex/hex.js'
import type { Chain } from '../blocks/chain.js'
import type { OpenBlock } from '../blocks/openBlock.js'
import { afterDrops, pendingNonce } from '../blocks/pool.js'
import { listQueue } from '../blocks/queue.js'
import { keepsPool } from '../lookup/find.js'
import { readNonce } from '../model/state.js'
import type { Transaction } from '../model/transaction.js'

/** Waiting transactions by sender, in the order of nonces. */
export type Pool = {
  /** Runs once its turn comes. */
  readonly pending: ReadonlyMap<Address, readonly Transaction[]>
  /** Lacks a nonce before it, or its own is gone. */
  readonly queued: ReadonlyMap<Address, readonly Transaction[]>
}

export function listPool(chain: Chain): Pool {
  const pending = new Map<Address, Transaction[]>()
  const queued = new Map<Address, Transaction[]>()
  const ranges = new Map<Address, Range>()
  const { open } = afterDrops(chain)
  const isKept = keepsPool(chain)
  const { state } = isKept ? { state: open.base } : open
  const entered = isKept ? transactionsOf(open) : []
  for (const transaction of [...entered, ...listQueue(chain.queue)]) {
    const { from, nonce, type } = transaction
    if (type === 'deposit') continue
    const range = ranges.get(from) ?? {
      next: readNonce(state, from),
      end: pendingNonce(chain, from),
    }
    ranges.set(from, range)
    const list = range.next <= nonce && nonce < range.end ? pending : queued
    const own = list.get(from)
    if (own === undefined) list.set(from, [transaction])
    else own.push(transaction)
  }
  for (const own of [...pending.values(), ...queued.values()])
    own.sort((one, other) => compareNonces(one.nonce, other.nonce))
  return { pending, queued }
}

function transactionsOf({ included }: OpenBlock): readonly Transaction[] {
  return included.map(({ transaction }) => transaction)
}

/** The nonces of a sender that run: the next one, and that after the last. */
type Range = { readonly next: Nonce; readonly end: Nonce }
