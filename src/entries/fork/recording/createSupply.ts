import { isPresealError, PresealError } from '../../../base/errors/errors.js'
import { parseHash, toQuantity } from '../../../base/hex/hex.js'
import type { Address, Hash } from '../../../index.js'
import { type ForkNote, formatNote } from '../record/createFileNotes.js'
import { type Ask, toError } from './ask.js'
import { fetchHistory } from './fetchHistory.js'
import {
  type Additions,
  type Draft,
  fetchState,
  noAdditions,
  noneWanted,
  type Wanted,
  want,
} from './fetchState.js'
import type { Pinned } from './pinBlock.js'
import { type TraceSkills, traceReads } from './traceReads.js'

/**
 * Fetches what notes miss, and all that the same messages read. Resolves to the
 * state among it.
 */
export type Supply = (notes: readonly ForkNote[]) => Promise<Additions>

/** Adds to a record what was missed, from endpoints as of the pinned block. */
export async function createSupply(
  draft: Draft,
  { number, hash }: Pick<Pinned, 'number' | 'hash'>,
  ask: Ask,
): Promise<Supply> {
  const block = await selectBlock()
  const skills: TraceSkills = {}
  const traced = new Set<string>()

  /** EIP-1898, or if an endpoint has none of it the number. */
  async function selectBlock(): Promise<unknown> {
    const byHash = { blockHash: hash }
    const request = {
      method: 'eth_getBalance',
      params: [`0x${'0'.repeat(40)}`, byHash],
    }
    const asked = await ask.one(request)
    if (asked.type === 'result') return byHash
    if (asked.kind === 'refused') return toQuantity(number)
    await assertStands()
    throw toError(asked, request, number)
  }

  /** @throws EndpointError if another block stands at its number by now */
  async function assertStands(): Promise<void> {
    const asked = await ask.one({
      method: 'eth_getBlockByNumber',
      params: [toQuantity(number), false],
    })
    if (asked.type !== 'result') return
    const now = parseHash(Object(asked.value).hash)
    if (!now.ok || now.value !== hash)
      throw new PresealError(
        'EndpointError',
        `Block ${number} with the hash ${hash} was reorged away on the live chain. Record a finalized block.`,
        { reason: 'unrecordable' },
      )
  }

  async function fetchAll(wanted: Wanted): Promise<void> {
    await fetchState(draft, wanted, block, ask.all).catch(async (error) => {
      if (isPresealError(error, 'EndpointError') && error.reason === 'pruned')
        await assertStands()
      throw error
    })
    // By its number another block may have answered.
    if (typeof block === 'string') await assertStands()
  }

  return async (notes) => {
    const wanted = noneWanted()
    const hashes: bigint[] = []
    for (const note of notes) {
      if (note.type === 'read') continue
      const { missing, call } = note
      const key =
        call && formatNote({ type: 'missing', missing: traceKey, call })
      if (call && key !== undefined && !traced.has(key)) {
        traced.add(key)
        await traceReads(ask, skills, call, block, wanted)
      }
      if (missing.type === 'account') want(wanted, missing.address)
      else if (missing.type === 'slot')
        want(wanted, missing.address, missing.slot as Hash)
      else {
        await fetchHistory(draft, missing, number, ask)
        if (missing.type === 'blockHash') hashes.push(missing.number)
      }
    }
    await fetchAll(wanted)
    return additionsOf(draft, wanted, hashes)
  }
}

/** Whatever is missing, a call is traced once. */
const traceKey = { type: 'blockHash', number: 0n } as const

function additionsOf(
  { accounts, code, storage, blockHashes }: Draft,
  wanted: Wanted,
  hashes: readonly bigint[],
): Additions {
  const added = noAdditions()
  for (const address of wanted.accounts) {
    const account = accounts[address]
    if (account === undefined) continue
    added.accounts[address] = account
    const codeHash = account?.codeHash
    if (codeHash) added.code[codeHash] = code[codeHash] ?? '0x'
  }
  for (const [address, slots] of wanted.slots) {
    const own: { [slot: Hash]: Hash } = {}
    for (const slot of slots) {
      const word = storage[address as Address]?.[slot]
      if (word !== undefined) own[slot] = word
    }
    added.storage[address] = own
  }
  for (const number of hashes) {
    const hash = blockHashes[`${number}`]
    if (hash !== undefined) added.blockHashes[`${number}`] = hash
  }
  return added
}
