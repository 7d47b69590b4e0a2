import { PresealError } from '../../base/errors/errors.js'
import type { Hash } from '../../base/hex/hex.js'
import { type Chain, droppedFrom, type Effect } from '../blocks/chain.js'
import { leavers } from '../blocks/leavers.js'
import { lineUp } from '../blocks/lineUp.js'
import { include, openBlock } from '../blocks/openBlock.js'
import { listDrops, listQueue } from '../blocks/queue.js'
import {
  type BlockEntry,
  listEntries,
  transactionsIn,
} from '../model/entries.js'
import type { Amendment, Transaction } from '../model/transaction.js'

/** How a block is sealed differently from what was pre-confirmed. */
export type SealAs<name = string> = {
  /** These transactions swap places so that they come in this order. */
  order?: readonly name[] | undefined
  /** Leaves these transactions out of the block. */
  omit?: readonly name[] | undefined
  /** Final effects of transactions, in place of the pre-confirmed ones. */
  amend?: readonly NamedAmendment<name>[] | undefined
}

type NamedAmendment<name> = Amendment & {
  transaction: name
}

/**
 * The open block as the script has it sealed, and the drops that this causes:
 * first what is left out, in block order, then what can no longer run.
 *
 * @param at - When the script said so, ms since the node was created.
 */
export function applySealAs(
  chain: Chain,
  { order = [], omit = [], amend = [] }: SealAs,
  at: number,
): { chain: Chain; effects: Effect[] } {
  const { open } = chain
  if (order.length + omit.length + amend.length === 0)
    return { chain, effects: [] }
  const entries = listEntries(open.entries)
  const entered = transactionsIn(open.entries)
  const named = nameAll(entered)
  const find = (name: string) => {
    const transaction = named.get(name)
    if (transaction === undefined) throw unknownTransactionError(name, at)
    return transaction
  }
  const findAll = (names: readonly string[]) => {
    const found = new Set<Transaction>()
    for (const name of names) {
      const transaction = find(name)
      if (found.has(transaction)) throw namedTwiceError(name, at)
      found.add(transaction)
    }
    return found
  }
  const omitted = findAll(omit)
  findAll(amend.map(({ transaction }) => transaction))
  const amended = new Map(
    amend.map((amendment) => {
      const transaction = find(amendment.transaction)
      assertGas(transaction, amendment, at)
      return [transaction, amendment]
    }),
  )
  const isTurn = findAll(order)
  const own = new Map(entered.map((entry) => [entry.transaction, entry]))
  const turns = isTurn.values()
  const revised = entries.map((entry): BlockEntry => {
    if (entry.type === 'set' || !isTurn.has(entry.transaction)) return entry
    return own.get(turns.next().value as Transaction) ?? entry
  })
  const kept = revised.flatMap((entry): BlockEntry[] => {
    if (entry.type === 'set') return [entry]
    if (omitted.has(entry.transaction)) return []
    const amendment = amended.get(entry.transaction)
    if (amendment === undefined) return [entry]
    return [{ ...entry, amendments: [...(entry.amendments ?? []), amendment] }]
  })
  const folded = include(openBlock(open), kept)
  const { queue } = chain
  const drops = listDrops(queue)
  const left = new Set(folded.waiting)
  const waiting = folded.waiting.filter(({ hash }) => !drops.has(hash))
  const linedUp = lineUp([...waiting, ...listQueue(queue)])
  return {
    chain: {
      ...chain,
      open: folded.open,
      queue:
        waiting.length === 0 ? queue : { ...linedUp.queue, drops: queue.drops },
    },
    effects: [
      // In the order of the block.
      ...entered
        .filter(({ transaction }) => omitted.has(transaction))
        .map((entry) => ({ ...entry, reason: 'omitted' as const })),
      ...folded.refused,
      // Asked to leave before the seal, or replaced in the queue.
      ...leavers(
        entered.filter(({ transaction }) => left.has(transaction)),
        new Map([...drops, ...linedUp.replaced]),
      ),
    ].map(droppedFrom(open.number)),
  }
}

/** By label and by hash; of several with one label, the first. */
function nameAll(
  entered: readonly { transaction: Transaction }[],
): Map<string, Transaction> {
  const named = new Map<string, Transaction>()
  for (const { transaction } of entered) {
    const { label, hash } = transaction
    if (label !== undefined && !named.has(label)) named.set(label, transaction)
    named.set(hash, transaction)
  }
  return named
}

function assertGas(
  { hash, gas }: Transaction,
  { gasUsed = 0n }: Amendment,
  at: number,
) {
  if (gasUsed > gas) throw gasLimitError(hash, gasUsed, gas, at)
}

function unknownTransactionError(
  name: string,
  at: number,
): PresealError<'UnknownTransactionError'> {
  return new PresealError(
    'UnknownTransactionError',
    `The step "planSeal" at ${at} ms names "${name}", which is not pending when the block is sealed, so its order, omit and amend do nothing; a delay still applies. Name a transaction that this block has pre-confirmed and no other plan omits.`,
  )
}

function namedTwiceError(
  name: string,
  at: number,
): PresealError<'ChainRuleError'> {
  return new PresealError(
    'ChainRuleError',
    `The step "planSeal" at ${at} ms names "${name}" twice in one list, so its order, omit and amend do nothing; a delay still applies. Name each transaction once.`,
    { reason: 'namedTwice' },
  )
}

function gasLimitError(
  hash: Hash,
  gasUsed: bigint,
  gas: bigint,
  at: number,
): PresealError<'GasLimitError'> {
  return new PresealError(
    'GasLimitError',
    `The step "planSeal" at ${at} ms: transaction ${hash} cannot have used ${gasUsed} gas, as its gas limit is ${gas}. Give it more "gas", or amend it to less "gasUsed".`,
    { reason: 'amended' },
  )
}
