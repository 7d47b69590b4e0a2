import { lookup } from '../../base/codec/trie.js'
import type { Address } from '../../base/hex/hex.js'
import type { Nonce } from '../../base/hex/nonce.js'
import type { Chain, Effect } from '../blocks/chain.js'
import { announce } from '../blocks/pool.js'
import { previewQueue, tryInclude } from '../blocks/preview.js'
import {
  dequeue,
  enqueue,
  findPlaced,
  findQueued,
  type Queue,
  type QueuePreview,
  queueDrop,
} from '../blocks/queue.js'
import type { TransactionOutcome } from '../execution/execute.js'
import { overlayOf } from '../execution/executeMessage.js'
import { l1FeesOf } from '../execution/fees.js'
import { keepsPool } from '../lookup/find.js'
import { createTransaction } from '../model/createTransaction.js'
import { readNonce, type State } from '../model/state.js'
import type { PreconfirmParameters, Transaction } from '../model/transaction.js'
import { defaultGas } from './gas.js'

type Admitted = {
  readonly chain: Chain
  readonly effects: readonly Effect[]
  /** Its outcome behind all others; the caller decides on a refusal. */
  readonly outcome: TransactionOutcome
  /** Whether its nonce is the sender's next one. */
  readonly isNext: boolean
}

/**
 * Queues a transaction for the next beat, behind all others, or where the one
 * of its nonce waits that it replaces.
 */
export function admit(
  chain: Chain,
  transaction: Transaction,
  given: { preview: QueuePreview; replaced?: Transaction | undefined },
): Admitted {
  const { open, queue } = chain
  const { preview, replaced } = given
  const left = replaced === undefined ? queue : without(queue, replaced)
  const before =
    replaced === undefined ? preview : previewQueue({ open, queue: left })
  const { outcome, next } = tryInclude(before, transaction)
  // The test has to fix it: a field that an import left out, or its own native.
  if (outcome.type === 'refused' && outcome.reason === 'error')
    throw outcome.error
  // Senders who raise a fee do so again and again.
  const last = { transaction, before: { ...before, last: undefined } }
  const queued = {
    ...chain,
    queue: enqueue(left, [transaction], { ...next, last }),
  }
  const isNext = transaction.nonce === readNonce(before.state, transaction.from)
  return {
    ...announce(queued, transaction, before.base),
    outcome,
    isNext,
  }
}

/** Out of its turn at once, or out of its block with the next drops. */
function without(queue: Queue, replaced: Transaction): Queue {
  return findQueued(queue, replaced.hash) === undefined
    ? queueDrop(queue, replaced.hash, 'replaced')
    : dequeue(queue, replaced)
}

/** A sender's transaction of that nonce, which waits or will after the drops. */
export function findWaiting(
  queue: Queue,
  { returning }: QueuePreview,
  { from, nonce }: { from: Address; nonce: Nonce },
): Transaction | undefined {
  const returns = returning.filter(
    (one) => one.from === from && one.nonce === nonce,
  )
  return findPlaced(queue, from, nonce) ?? returns.at(-1)
}

/** The same in the block that is being built, if that is still the pool's. */
export function findPooled(
  chain: Chain,
  { from, nonce }: Pick<Transaction, 'from' | 'nonce'>,
): Transaction | undefined {
  const { open, queue } = chain
  if (!keepsPool(chain) || nonce >= readNonce(open.state, from))
    return undefined
  return open.included.find(
    ({ transaction: one }) =>
      one.from === from &&
      one.nonce === nonce &&
      one.type !== 'deposit' &&
      lookup(queue.drops, one.hash) === undefined,
  )?.transaction
}

/** Fixes what is asked for, as far as whoever asks has not. */
export function fixTransaction(
  { config, open }: Chain,
  state: State,
  parameters: PreconfirmParameters & { readonly nonce: Nonce },
): Transaction {
  const gas =
    parameters.gas ??
    (parameters.execute ? defaultGas(open, state, parameters) : undefined)
  return createTransaction(
    { ...parameters, gas },
    {
      chainId: config.chainId,
      nonce: parameters.nonce,
      baseFeePerGas: open.baseFeePerGas,
      l1FeesOf: l1FeesOf(config),
    },
  )
}

type Parameters = Pick<PreconfirmParameters, 'from' | 'data' | 'value'> & {
  readonly to?: PreconfirmParameters['to'] | null
}

/**
 * While a fork is recorded, traces at once everything that a transaction will
 * read.
 */
export function onFork<value>(
  { config: { fork }, open }: Chain,
  { from, to = null, data = '0x', value = 0n }: Parameters,
  admit: () => value,
): value {
  return fork === null
    ? admit()
    : fork.during({ from, to, data, value }, admit, () => overlayOf(open.state))
}
