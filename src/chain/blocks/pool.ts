import {
  differences,
  insert,
  lookup,
  remove,
  type Trie,
} from '../../base/codec/trie.js'
import {
  type Address,
  compareNonces,
  type Hash,
  type Nonce,
  nonceAfter,
  nonceBefore,
} from '../../base/hex/hex.js'
import { execute, type TransactionOutcome } from '../execution/execute.js'
import {
  changeAccounts,
  findField,
  readAccount,
  readNonce,
  type State,
} from '../model/state.js'
import {
  type AccountsParameters,
  senderNonceKey,
  type Transaction,
} from '../model/transaction.js'
import type { Chain, Effect } from './chain.js'
import { exclude, type OpenBlock, turnOf } from './openBlock.js'
import {
  dedupeByNonce,
  findPlaced,
  findQueued,
  listDrops,
  listQueue,
  type Queue,
  type QueuePreview,
} from './queue.js'

/**
 * A transaction has come to the queue, and with it what waited for it alone.
 *
 * @param base - The state that the queue follows on.
 */
export function announce(
  chain: Chain,
  transaction: Transaction,
  base: State,
): Announced {
  const { hash, from, type } = transaction
  const isExecutable =
    type === 'deposit' ||
    followsRunnable(chain, transaction) ||
    isRunnable(chain, transaction, base)
  const queued: Effect = { type: 'queued', transaction, isExecutable }
  if (!isExecutable) {
    const withheld = insert(chain.withheld, hash, hash)
    return { chain: { ...chain, withheld }, effects: [queued] }
  }
  if (type === 'deposit' || chain.withheld === null)
    return { chain, effects: [queued] }
  const followers: Transaction[] = []
  for (let nonce = nonceAfter(transaction.nonce); ; nonce = nonceAfter(nonce)) {
    const next = findPlaced(chain.queue, from, nonce)
    if (next === undefined || !lookup(chain.withheld, next.hash)) break
    followers.push(next)
  }
  const { withheld, effects } = promote(remove(chain.withheld, hash), followers)
  return { chain: { ...chain, withheld }, effects: [queued, ...effects] }
}

/** Reports those that lacked a nonce and can run, or entered a block, after all. */
export function promote(
  withheld: Trie<Hash>,
  transactions: readonly Transaction[],
): { withheld: Trie<Hash>; effects: Effect[] } {
  const effects: Effect[] = []
  let left = withheld
  for (const transaction of transactions) {
    if (left === null) break
    if (lookup(left, transaction.hash) === undefined) continue
    left = remove(left, transaction.hash)
    effects.push({ type: 'promoted', transaction })
  }
  return { withheld: left, effects }
}

/** The nonce after what is pending and what follows on it in the queue. */
export function pendingNonce({ open, queue }: Chain, from: Address): Nonce {
  let nonce = readNonce(open.state, from)
  while (findPlaced(queue, from, nonce) !== undefined) nonce = nonceAfter(nonce)
  return nonce
}

type Announced = { chain: Chain; effects: Effect[] }

/**
 * Whether the queue holds the transaction before it, which can run: what spares
 * the walk along all that its sender has queued.
 */
function followsRunnable(
  { queue, withheld }: Chain,
  { from, nonce }: Transaction,
): boolean {
  const before = findPlaced(queue, from, nonceBefore(nonce))
  return before !== undefined && lookup(withheld, before.hash) === undefined
}

/** As the pool lists it: every nonce before its own is there. */
function isRunnable(
  chain: Chain,
  { from, nonce }: Transaction,
  base: State,
): boolean {
  const { nonce: first } = readAccount(base, from)
  return (
    first !== undefined && first <= nonce && nonce < pendingNonce(chain, from)
  )
}

/** Reports what can run only now that blocks or accounts are others. */
export function promoteRunnable(chain: Chain): Announced {
  const { queue, withheld } = chain
  if (withheld === null || queue.transactions === null)
    return { chain, effects: [] }
  const waiting: Transaction[] = []
  differences(null, withheld, (hash) => {
    const queued = findQueued(queue, hash as Hash)
    if (queued !== undefined) waiting.push(queued)
  })
  if (waiting.length === 0) return { chain, effects: [] }
  const { state } = afterDrops(chain).open
  const runnable = waiting
    .filter((transaction) => isRunnable(chain, transaction, state))
    .sort((one, other) => compareNonces(one.nonce, other.nonce))
  const promoted = promote(withheld, runnable)
  return {
    chain: { ...chain, withheld: promoted.withheld },
    effects: promoted.effects,
  }
}

/*
 * The outcome of a beat that has room for the whole queue. It decides on nonces
 * and on refusals, and never becomes the state of a block: a beat folds the
 * queue itself.
 */

/** The pending state as the queue will leave it. */
export function previewQueue({
  open,
  queue,
}: Pick<Chain, 'open' | 'queue'>): QueuePreview {
  if (queue.preview?.on === open) return queue.preview
  const kept = afterDrops({ open, queue })
  const { state } = kept.open
  const waiting = listQueue(queue)
  const queued =
    kept.waiting.length === 0
      ? waiting
      : listQueue(dedupeByNonce([...kept.waiting, ...waiting]).queue)
  return queued.reduce<QueuePreview>(take, {
    state,
    on: open,
    base: state,
    returning: kept.waiting,
    ahead: null,
    isWhole: queue.drops === null,
    isScripted: true,
    last: undefined,
  })
}

/** The block on which the queue comes, and what comes before it. */
export function afterDrops({ open, queue }: Pick<Chain, 'open' | 'queue'>): {
  open: OpenBlock
  waiting: readonly Transaction[]
} {
  return queue.drops === null
    ? { open, waiting: [] }
    : exclude(open, listDrops(queue))
}

/** A transaction's effect behind all others, and the preview with it. */
export function tryInclude(
  preview: QueuePreview,
  transaction: Transaction,
): { outcome: TransactionOutcome; next: QueuePreview } {
  const { state, on } = preview
  const { from, nonce } = transaction
  const isNext = findField(state, from, 'nonce') === nonce
  // As though those before it had come.
  const reached = isNext ? state : changeAccounts(state, { [from]: { nonce } })
  const outcome = execute(reached, transaction, on)
  const next = isNext
    ? follow(preview, transaction, outcome)
    : take(preview, transaction)
  return { outcome, next: { ...next, last: undefined } }
}

/**
 * The same after accounts were set in the open block, before the queue. If the
 * queue leaves those accounts alone the order does not matter, so that it need
 * not run again.
 */
export function previewSet(
  { open, queue }: Pick<Chain, 'open' | 'queue'>,
  changes: AccountsParameters,
  on: OpenBlock,
): Queue {
  const { preview } = queue
  if (preview === undefined) return queue
  const { state, base, isWhole, isScripted } = preview
  const isApart =
    isWhole &&
    isScripted &&
    preview.on === open &&
    // A payment to an unknown balance leaves no trace.
    !state.isPartial &&
    Object.keys(changes).every((key) => {
      const address = key as Address
      return lookup(state.accounts, address) === lookup(base.accounts, address)
    })
  return {
    ...queue,
    preview: isApart
      ? {
          ...preview,
          state: changeAccounts(state, changes),
          on,
          base: on.state,
          last: undefined,
        }
      : undefined,
  }
}

/** The next in turn: what lacks a nonce waits until that has come. */
function take(preview: QueuePreview, transaction: Transaction): QueuePreview {
  const { state, on, ahead } = preview
  const { from, nonce } = transaction
  if (turnOf(on, state, transaction) !== 'ahead')
    return follow(preview, transaction, execute(state, transaction, on))
  return {
    ...preview,
    ahead: insert(ahead, senderNonceKey(from, nonce), transaction),
    isWhole: false,
  }
}

/** After an execution, and those that waited for it alone. */
function follow(
  before: QueuePreview,
  transaction: Transaction,
  outcome: TransactionOutcome,
): QueuePreview {
  const { from } = transaction
  let after = before
  let ran: Ran = { transaction, outcome }
  for (;;) {
    if (ran.transaction.script === null) after = { ...after, isScripted: false }
    if (ran.outcome.type === 'refused') return { ...after, isWhole: false }
    const { state } = ran.outcome
    after = { ...after, state }
    if (after.ahead === null) return after
    const place = senderNonceKey(from, findField(state, from, 'nonce') ?? 0)
    const next = lookup(after.ahead, place)
    if (next === undefined) return after
    after = { ...after, ahead: remove(after.ahead, place) }
    ran = { transaction: next, outcome: execute(state, next, after.on) }
  }
}

type Ran = { transaction: Transaction; outcome: TransactionOutcome }
