import { PresealError } from '../../errors.js'
import type { Hash } from '../../hex/hex.js'
import type { Chain } from '../chain.js'
import { amendEffect } from '../createTransaction.js'
import { type Entry, include, listEntries, openBlock } from '../openBlock.js'
import type {
  AccountsParameters,
  LogParameters,
  Transaction,
} from '../transaction.js'
import type { Happening } from './beat.js'

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
 * The open block as the script has it sealed, and what drops on the way.
 *
 * @param at - When the script said so, ms since the node's birth.
 */
export function applySealAs(
  chain: Chain,
  { order = [], omit = [], amend = [] }: SealAs,
  at: number,
): { chain: Chain; happened: Happening[] } {
  const { open } = chain
  const entries = listEntries(open)
  const find = (name: string) => findPending(entries, name, at)
  const findAll = (names: readonly string[]) => {
    const found = names.map(find)
    found.forEach((transaction, index) => {
      if (found.indexOf(transaction) !== index)
        throw new NamedTwiceError(`${names[index]}`, at)
    })
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
  const turns = findAll(order)
  const isTurn = new Set(turns)
  const revised = entries.map((entry): Entry => {
    if (entry.type === 'set') return entry
    const next = isTurn.has(entry.transaction)
      ? (turns.shift() as Transaction)
      : entry.transaction
    return { type: 'transaction', transaction: next }
  })
  const kept = revised
    .filter(
      (entry) => entry.type === 'set' || !omitted.includes(entry.transaction),
    )
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
  const transactions = [...folded.waiting, ...queue.transactions]
  return {
    chain: {
      ...chain,
      open: folded.open,
      queue:
        folded.waiting.length === 0
          ? queue
          : { ...queue, transactions, projected: undefined },
    },
    happened: [
      ...omitted.map((transaction) => ({
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

function findPending(
  entries: readonly Entry[],
  name: string,
  at: number,
): Transaction {
  for (const entry of entries)
    if (entry.type === 'transaction') {
      const { transaction } = entry
      if (transaction.label === name || transaction.hash === name)
        return transaction
    }
  throw new NotPendingError(name, at)
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
