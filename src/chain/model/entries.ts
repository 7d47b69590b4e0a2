import type {
  AccountsParameters,
  Amendment,
  Transaction,
} from './transaction.js'

/** A script's act on the open block, in order. */
export type BlockEntry =
  | {
      type: 'transaction'
      transaction: Transaction
      /** Index of the beat at which it entered, within the block. */
      index: number
      /** It stays out of the block, whatever room there is. */
      isHeld?: boolean
      /** Its deviations from its script, in turn. */
      amendments?: readonly Amendment[] | undefined
    }
  | { type: 'set'; changes: AccountsParameters }

/** The newest first, so that one more costs the same however many. */
export type BlockEntries = {
  readonly entry: BlockEntry
  readonly before: BlockEntries
} | null

export type TransactionEntry = Extract<BlockEntry, { type: 'transaction' }>

/** The entries in their order. */
export function listEntries(newest: BlockEntries): readonly BlockEntry[] {
  const entries: BlockEntry[] = []
  for (let link = newest; link !== null; link = link.before)
    entries.push(link.entry)
  return entries.reverse()
}

/** The transactions among them, in order. */
export function transactionsIn(
  newest: BlockEntries,
): readonly TransactionEntry[] {
  return listEntries(newest).filter((entry) => entry.type === 'transaction')
}

/** The state that the script set, which stays whatever happens to blocks. */
export function setsIn(
  newest: BlockEntries,
  before: BlockEntries = null,
): BlockEntries {
  return listEntries(newest)
    .filter(({ type }) => type === 'set')
    .reduce<BlockEntries>((before, entry) => ({ entry, before }), before)
}
