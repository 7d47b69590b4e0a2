import type { Address, Hash } from '../../../index.js'
import type { ForkNote } from '../notes/createFileNotes.js'
import type { Draft } from './draft.js'
import type { Pinned } from './pinBlock.js'

/**
 * Forgets the state that nobody read, and all history: what of that is read is
 * missed by the next run.
 */
export function pruneDraft(
  draft: Draft,
  notes: readonly ForkNote[],
  always: Pinned['always'],
): void {
  const accounts = new Set<Address>(always?.accounts)
  const slots = new Set<string>(
    Object.entries(always?.slots ?? {}).flatMap(([address, own]) =>
      own.map((slot) => `${address} ${slot}`),
    ),
  )
  for (const note of notes) {
    if (note.type !== 'read') continue
    accounts.add(note.address)
    if (note.slot !== undefined) slots.add(`${note.address} ${note.slot}`)
  }
  for (const key of Object.keys(draft.accounts) as Address[])
    if (!accounts.has(key)) delete draft.accounts[key]
  for (const [address, own] of Object.entries(draft.storage)) {
    for (const slot of Object.keys(own) as Hash[])
      if (!slots.has(`${address} ${slot}`)) delete own[slot]
    if (Object.keys(own).length === 0) delete draft.storage[address as Address]
  }
  const used = new Set(
    Object.values(draft.accounts).map((account) => account?.codeHash),
  )
  for (const hash of Object.keys(draft.code) as Hash[])
    if (!used.has(hash)) delete draft.code[hash]
  draft.blockHashes = {}
  const { history } = draft
  history.blocks = {}
  history.receipts = {}
  history.transactions = {}
  history.logs.length = 0
}
