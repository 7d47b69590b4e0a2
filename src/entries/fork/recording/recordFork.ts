import { PresealError } from '../../../base/errors/errors.js'
import type { Address, Fork, ForkRecord, Hash } from '../../../index.js'
import { createStop } from '../../endpoint/index.js'
import {
  type ForkNote,
  formatNote,
  notesVariable,
  parseNote,
} from '../record/createFileNotes.js'
import { forkOf, sorted } from '../record/parseFork.js'
import { createAsk } from './ask.js'
import { createSupply } from './createSupply.js'
import { type Draft, draftOf } from './fetchState.js'
import { type Pinned, pinBlock } from './pinBlock.js'
import {
  parseRecordForkOptions,
  type RecordForkOptions,
} from './recordForkOptions.js'

export type {
  ForkProgress,
  ForkRecorder,
  RecordForkOptions,
} from './recordForkOptions.js'

/** More than any test needs whose calls can be traced. */
const mostRounds = 500

/**
 * Records the state that a run reads from a live chain. It repeats the run, and
 * fetches missing values at one block, until nothing is missing.
 *
 * @example
 * const fork = await recordFork({
 *   from: 'https://eth.example/key',
 *   run: (fork) => testSwap(createMockNode({ fork, engine: evm() })),
 * })
 * writeFileSync('fork.json', formatFork(fork))
 *
 * @returns The option `fork` for `createMockNode`. It contains no URL.
 * @throws The error of `run` once nothing is missing;
 * InvalidParametersError, EndpointError, EndpointError.
 */
export async function recordFork(options: RecordForkOptions): Promise<Fork> {
  const given = parseRecordForkOptions(options)
  const stop = createStop(given.signal)
  const limits = { clock: given.clock, timeout: given.timeout, stop }
  try {
    let number = 0n
    const ask = createAsk(given.transports(limits), limits, () => number)
    const known = given.extend?.record
    const wanted = given.block ?? (known && blockOf(known))
    const pinned = await pinBlock(ask, wanted, given.hardfork)
    number = pinned.number
    const draft = draftOf(known ? goOn(known, pinned.record) : pinned.record)
    const supply = await createSupply(draft, pinned, ask)
    const { always } = pinned
    if (always !== undefined)
      await supply([
        ...always.accounts.map(missingAccount),
        ...Object.entries(always.slots).flatMap(([address, slots]) =>
          slots.map((slot) => missingSlot(address as Address, slot)),
        ),
      ])
    const rounds = createRounds(given, draft, supply, ask.count)
    let reads = await rounds()
    if (given.prune) {
      pruneDraft(draft, reads, always)
      reads = await rounds()
    }
    return forkOf(sorted(draft) as ForkRecord)
  } finally {
    stop.release()
  }
}

/** Runs until a run misses nothing; resolves to what that one read. */
function createRounds(
  {
    run,
    onProgress,
  }: Pick<RecordForkOptions, 'run'> & {
    readonly onProgress: NonNullable<RecordForkOptions['onProgress']>
  },
  draft: Draft,
  supply: Awaited<ReturnType<typeof createSupply>>,
  requests: () => number,
): () => Promise<readonly ForkNote[]> {
  let rounds = 0
  return async () => {
    const before = new Set<string>()
    for (;;) {
      const notes = new Map<string, ForkNote>()
      const fork = forkOf(draft, (note) => {
        notes.set(formatNote(note), note)
        return false
      })
      rounds += 1
      let failure: { error: unknown } | undefined
      const broken: unknown[] = []
      try {
        await run(fork, {
          variable: notesVariable,
          async answer(line) {
            const note = parseNote(line)
            fork.note?.(note)
            if (note.type === 'read') return undefined
            const added = await supply([note]).catch((error) => {
              broken.push(error)
              throw error
            })
            return JSON.stringify(added)
          },
        })
      } catch (error) {
        failure = { error }
      }
      // Nothing is gained by another run.
      if (broken.length > 0) throw broken[0]
      const all = [...notes.values()]
      const missed = all.filter(({ type }) => type === 'missing')
      await supply(missed)
      onProgress({
        rounds,
        missing: missed.length,
        requests: requests(),
        accounts: Object.keys(draft.accounts).length,
        slots: Object.values(draft.storage).reduce(
          (sum, slots) => sum + Object.keys(slots).length,
          0,
        ),
      })
      if (missed.length === 0) {
        if (failure !== undefined) throw failure.error
        return all
      }
      assertNew(missed, before)
      if (rounds >= mostRounds)
        throw new PresealError(
          'EndpointError',
          `After ${rounds} runs something is still missing: each run reads something else. Make the run the same each time.`,
          { reason: 'unrecordable' },
        )
    }
  }
}

/** A value that was fetched once is not missed again. */
function assertNew(missed: readonly ForkNote[], before: Set<string>): void {
  const lines = missed.map(formatNote)
  if (lines.every((line) => before.has(line)))
    throw new PresealError(
      'EndpointError',
      `A recorded value is missing again: ${lines[0]}. Does the run read a record other than its own?`,
      { reason: 'unrecordable' },
    )
  for (const line of lines) before.add(line)
}

/** @throws EndpointError if the record is of another block. */
function goOn(known: ForkRecord, pinned: ForkRecord): ForkRecord {
  const hashIn = ({ block }: ForkRecord) =>
    `${(block as { hash?: unknown }).hash}`.toLowerCase()
  if (known.chainId === pinned.chainId && hashIn(known) === hashIn(pinned))
    return known
  throw new PresealError(
    'EndpointError',
    `The record is of block ${blockOf(known)} with the hash ${hashIn(known)} on chain ${known.chainId}, but the endpoint has ${hashIn(pinned)} on chain ${pinned.chainId}. Record anew, without the old record.`,
    { reason: 'unrecordable' },
  )
}

function blockOf({ block }: ForkRecord): bigint {
  return BigInt((block as { number: string }).number)
}

const missingAccount = (address: Address): ForkNote => ({
  type: 'missing',
  missing: { type: 'account', address },
})

const missingSlot = (address: Address, slot: Hash): ForkNote => ({
  type: 'missing',
  missing: { type: 'slot', address, slot },
})

/**
 * Forgets the state that nobody read, and all history: what of that is read is
 * missed by the next run.
 */
function pruneDraft(
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
