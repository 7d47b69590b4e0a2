import { PresealError } from '../../errors.js'
import type { Hash } from '../../hex/hex.js'
import type { Chain } from '../chain.js'
import { amendEffect } from '../createTransaction.js'
import {
  type BlockEntry,
  include,
  listEntries,
  openBlock,
} from '../openBlock.js'
import { emptyQueue, enqueue, listQueue } from '../queue.js'
import type {
  AccountsParameters,
  LogParameters,
  Transaction,
} from '../transaction.js'
import type { TransactionEvent } from './transactionEvent.js'

/** How a block is sealed otherwise than it was pre-confirmed. */
export type SealAs = {
  /** Those named, by label or hash, take one another's places in this order. */
  order?: readonly string[] | undefined
  /** Those named are left out. */
  omit?: readonly string[] | undefined
  /** What those named did in the end. */
  amend?: readonly Amendment[] | undefined
}

type Amendment = {
  /** Its label or hash. */
  transaction: string
  gasUsed?: bigint | undefined
  logs?: readonly LogParameters[] | undefined
  status?: 'success' | 'reverted' | undefined
  /** In place of what it was scripted to change. */
  changes?: AccountsParameters | undefined
}

/**
 * The open block as the script has it sealed, and what drops on the way: first
 * what is left out, as it stood in the block, then what no longer runs.
 *
 * @param at - When the script said so, ms since the node was created.
 */
export function applySealAs(
  chain: Chain,
  { order = [], omit = [], amend = [] }: SealAs,
  at: number,
): { chain: Chain; events: TransactionEvent[] } {
  const { open } = chain
  if (order.length + omit.length + amend.length === 0)
    return { chain, events: [] }
  const entries = listEntries(open.entries)
  const named = nameAll(entries)
  const find = (name: string) => {
    const transaction = named.get(name)
    if (transaction === undefined) throw new NotPendingError(name, at)
    return transaction
  }
  const findAll = (names: readonly string[]) => {
    const found = new Set<Transaction>()
    for (const name of names) {
      const transaction = find(name)
      if (found.has(transaction)) throw new NamedTwiceError(name, at)
      found.add(transaction)
    }
    return found
  }
  const omitted = findAll(omit)
  findAll(amend.map(({ transaction }) => transaction))
  const amended = new Map(
    amend.map((amendment) => {
      const transaction = find(amendment.transaction)
      return [transaction, amendTransaction(transaction, amendment)]
    }),
  )
  const isTurn = findAll(order)
  const turns = isTurn.values()
  const revised = entries.map((entry): BlockEntry => {
    if (entry.type === 'set') return entry
    const next = isTurn.has(entry.transaction)
      ? (turns.next().value as Transaction)
      : entry.transaction
    return { type: 'transaction', transaction: next }
  })
  const kept = revised
    .filter((entry) => entry.type === 'set' || !omitted.has(entry.transaction))
    .map((entry) =>
      entry.type === 'set'
        ? entry
        : {
            type: entry.type,
            transaction: amended.get(entry.transaction) ?? entry.transaction,
          },
    )
  const folded = include(openBlock(open), kept)
  const { queue } = chain
  const waiting = [...folded.waiting, ...listQueue(queue)]
  return {
    chain: {
      ...chain,
      open: folded.open,
      queue:
        folded.waiting.length === 0
          ? queue
          : enqueue({ ...emptyQueue, drops: queue.drops }, waiting),
    },
    events: [
      // In the order of the block.
      ...transactionsIn(entries)
        .filter((transaction) => omitted.has(transaction))
        .map((transaction) => ({
          type: 'dropped' as const,
          transaction,
          reason: 'omitted' as const,
        })),
      ...folded.refused.map((refused) => ({
        type: 'dropped' as const,
        ...refused,
      })),
    ],
  }
}

/** By label and by hash; of several with one label, the first. */
function nameAll(entries: readonly BlockEntry[]): Map<string, Transaction> {
  const named = new Map<string, Transaction>()
  for (const transaction of transactionsIn(entries)) {
    const { label, hash } = transaction
    if (label !== undefined && !named.has(label)) named.set(label, transaction)
    named.set(hash, transaction)
  }
  return named
}

function transactionsIn(entries: readonly BlockEntry[]): Transaction[] {
  return entries.flatMap((entry) =>
    entry.type === 'transaction' ? [entry.transaction] : [],
  )
}

function amendTransaction(
  transaction: Transaction,
  amendment: Amendment,
): Transaction {
  const effect = amendEffect(transaction.effect, amendment)
  if (effect.gasUsed > transaction.gas)
    throw new AmendedGasError(transaction.hash, effect.gasUsed, transaction.gas)
  return { ...transaction, effect }
}

class NotPendingError extends PresealError {
  override readonly name = 'NotPendingError'

  constructor(name: string, at: number) {
    super(
      `The step "sealAs" at ${at} ms names "${name}", which is not pending as the block is sealed: it is sealed without that step. Name a transaction that a script had pre-confirmed in this block.`,
    )
  }
}

class NamedTwiceError extends PresealError {
  override readonly name = 'NamedTwiceError'

  constructor(name: string, at: number) {
    super(
      `The step "sealAs" at ${at} ms names "${name}" twice in one list: the block is sealed without that step. Name each transaction once.`,
    )
  }
}

class AmendedGasError extends PresealError {
  override readonly name = 'AmendedGasError'

  constructor(hash: Hash, gasUsed: bigint, gas: bigint) {
    super(
      `Transaction ${hash} cannot have used ${gasUsed} gas, as its gas limit is ${gas}. Give it more "gas", or amend it to less "gasUsed".`,
    )
  }
}
