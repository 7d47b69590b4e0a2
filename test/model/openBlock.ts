import type { AccountsParameters, Hex } from 'preseal'
import type { Cadence } from './cadence.js'
import type { Config } from './config.js'
import { execute, type Issue } from './execute.js'
import type { Imported } from './imported.js'
import type { Epoch } from './l1.js'
import { accountIn, change, put, type State } from './state.js'
import type { Transaction } from './transaction.js'

export type Entry =
  | { readonly transaction: Transaction }
  | { readonly set: AccountsParameters }

/** A transaction in its block. */
export type Included = {
  readonly transaction: Transaction
  readonly index: number
  readonly firstLog: number
  readonly cumulativeGasUsed: bigint
  readonly paid: bigint
  readonly created: Hex | null
}

/** The block under construction, and what it was made of. */
export type Open = {
  readonly number: bigint
  /** unix ms */
  readonly milliseconds: bigint
  readonly cadence: Cadence
  readonly epoch: Epoch
  readonly baseFee: bigint
  readonly mixHash: Hex
  readonly base: State
  readonly deposits: readonly Transaction[]
  readonly entries: readonly Entry[]
  /** What was set before a pending block was imported over this one. */
  readonly setBefore: readonly AccountsParameters[]
  readonly included: readonly Included[]
  readonly state: State
  readonly gasUsed: bigint
  readonly blobGasUsed: bigint
  readonly imported: Imported | null
}

export type Dropped = {
  transaction: Transaction
  reason: Issue
  /** The name of what an execution met, where it has no outcome. */
  error?: string
}

export type Folded = { open: Open; refused: Dropped[]; waiting: Transaction[] }

/** The same block as it opened, without anything a script put into it. */
export function emptied(open: Open, config: Config): Open {
  const empty: Open = {
    ...open,
    entries: [],
    included: [],
    state: open.base,
    gasUsed: 0n,
    blobGasUsed: 0n,
    imported: null,
  }
  const [first] = open.deposits
  if (first === undefined) return empty
  const { from, nonce } = first
  const ready = put(empty.base, from, { ...accountIn(empty.base, from), nonce })
  const begun = { ...empty, state: ready }
  const folded = fold(begun, asEntries(open.deposits), config)
  return { ...folded.open, entries: [] }
}

function fits(
  open: Open,
  { gas, price, type }: Transaction,
  { gasLimit }: Config,
): boolean {
  if (open.imported !== null) return false
  const isPriced = type === 'deposit' || price >= open.baseFee
  return isPriced && open.gasUsed + gas <= gasLimit
}

/**
 * Puts entries into the block, in order: who waits for room holds up what it
 * sent, and what lacks a nonce comes right after that.
 */
export function fold(
  given: Open,
  added: readonly Entry[],
  config: Config,
  hasRoom: typeof fits = fits,
): Folded {
  let open = given
  const refused: Dropped[] = []
  const waiting: Transaction[] = []
  const ahead: Transaction[] = []
  const turns = [...added]
  for (;;) {
    const entry = turns.shift()
    if (entry === undefined) break
    if ('set' in entry) {
      const state = change(open.state, entry.set)
      open = { ...open, state, entries: [...open.entries, entry] }
      continue
    }
    const { transaction } = entry
    const { from, nonce } = transaction
    const next = accountIn(open.state, from).nonce ?? nonce
    if (nonce > next) {
      ahead.push(transaction)
      continue
    }
    const isGone = nonce < next && open.imported === null
    const isHeldUp = waiting.some((one) => one.from === from)
    if (!isGone && (isHeldUp || !hasRoom(open, transaction, config))) {
      waiting.push(transaction)
      continue
    }
    const done = execute(open.state, transaction, open.baseFee, config)
    if (done.refusal !== null) {
      const { refusal: reason, error } = done
      refused.push({ transaction, reason, ...(error && { error }) })
      continue
    }
    const { effect } = transaction
    const gasUsed = open.gasUsed + effect.gasUsed
    const included: Included = {
      transaction,
      index: open.included.length,
      firstLog: open.included.reduce(
        (sum, one) => sum + one.transaction.effect.logs.length,
        0,
      ),
      cumulativeGasUsed: gasUsed,
      paid: done.paid,
      created: done.created,
    }
    open = {
      ...open,
      state: done.state,
      gasUsed,
      blobGasUsed: open.blobGasUsed + effect.blobGasUsed,
      included: [...open.included, included],
      entries: [...open.entries, entry],
    }
    const after = accountIn(open.state, from).nonce
    const at = ahead.findIndex(
      (one) => one.from === from && one.nonce === after,
    )
    const follower = ahead.splice(at, at < 0 ? 0 : 1)
    turns.unshift(...follower.map((transaction) => ({ transaction })))
  }
  const left = [...waiting, ...ahead]
  return {
    open,
    refused,
    waiting: added.flatMap((entry) =>
      'set' in entry || !left.includes(entry.transaction)
        ? []
        : // What a seal amended belongs to the block that was sealed.
          [{ ...entry.transaction, effect: entry.transaction.script }],
    ),
  }
}

/** What a script, and not the chain itself, had included. */
export function scripted({
  deposits,
  included,
}: Pick<Open, 'deposits' | 'included'>) {
  return included.slice(deposits.length).map(({ transaction }) => transaction)
}

export const asEntries = (transactions: readonly Transaction[]): Entry[] =>
  transactions.map((transaction) => ({ transaction }))

export function setsIn({ entries, setBefore }: Open): AccountsParameters[] {
  return [
    ...setBefore,
    ...entries.flatMap((entry) => ('set' in entry ? [entry.set] : [])),
  ]
}
