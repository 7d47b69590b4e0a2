import type { Wire } from '../../../base/codec/wire.js'
import { PresealError } from '../../../base/errors/errors.js'
import type { Hex } from '../../../base/hex/hex.js'
import type { Address, Fork, Hash } from '../../../index.js'
import { createStop } from '../../endpoint/index.js'
import { createAsk, toError } from './ask.js'

import {
  noCode,
  type ProvenAccount,
  provenAccount,
  provenWord,
} from './provenState.js'
import {
  parseRecordForkOptions,
  type RecordForkOptions,
} from './recordForkOptions.js'

type RecordedAccount = NonNullable<Fork['record']['accounts'][Address]>

/** The outcome of a check. */
export type ForkCheck = {
  /** Number of accounts, and of slots, that match the block's state root. */
  readonly accounts: number
  readonly slots: number
  /** The differences, in words. */
  readonly differences: readonly string[]
}

/** slots in one request */
const together = 50

/**
 * Verifies a record against the state root of its block, with proofs of an
 * endpoint (EIP-1186).
 *
 * @throws EndpointError if the endpoint serves no proofs.
 */
export async function verifyFork(
  { record }: Fork,
  options: Pick<RecordForkOptions, 'from' | 'timeout' | 'signal' | 'fetch'>,
): Promise<ForkCheck> {
  const given = parseRecordForkOptions({ ...options, run: () => {} })
  const stop = createStop(given.signal)
  const limits = { clock: given.clock, timeout: given.timeout, stop }
  const { number, hash } = record.block as { [field: string]: Hash }
  const block = BigInt(number as Hex)
  const ask = createAsk(given.transports(limits), limits, () => block)
  const differences: string[] = []
  let accounts = 0
  let slots = 0
  try {
    const [given] = await ask.all([
      { method: 'eth_getBlockByNumber', params: [number, false] },
    ])
    const live = Object(given) as Wire
    const liveHash = `${live.hash}`.toLowerCase()
    if (liveHash !== `${hash}`.toLowerCase())
      throw new PresealError(
        'EndpointError',
        `The record is of block ${block} with the hash ${hash}, but the endpoint has ${liveHash} at that number. Check it against an endpoint of its chain.`,
        { reason: 'unrecordable' },
      )
    for (const [field, value] of Object.entries(record.block))
      if (isOfHeader(field, live) && !isSameField(value, live[field]))
        differences.push(`field "${field}" of the block`)
    const addresses = new Set([
      ...Object.keys(record.accounts),
      ...Object.keys(record.storage),
    ]) as Set<Address>
    for (const address of addresses) {
      const account = record.accounts[address]
      const own = record.storage[address] ?? {}
      const keys = Object.keys(own) as Hash[]
      for (let at = 0; at === 0 || at < keys.length; at += together) {
        const part = keys.slice(at, at + together)
        const request = {
          method: 'eth_getProof',
          params: [address, part, number],
        }
        const asked = await ask.one(request)
        if (asked.type === 'failure') throw toError(asked, request, block)
        const proof = Object(asked.value)
        const proven = provenAccount(
          live.stateRoot as Hash,
          address,
          proof.accountProof,
        )
        if (at === 0 && account !== undefined) {
          if (isSame(account, proven)) accounts += 1
          else differences.push(`account ${address}`)
        }
        for (const [index, slot] of part.entries()) {
          const item = Object(proof.storageProof?.[index])
          const word = proven && provenWord(proven, slot, item.proof)
          if (word === BigInt(own[slot] as Hash)) slots += 1
          else differences.push(`storage slot ${slot} of ${address}`)
        }
      }
    }
  } finally {
    stop.release()
  }
  return { accounts, slots, differences }
}

/** Endpoints count these two in their own ways, and leave fields out. */
function isOfHeader(field: string, live: Wire): boolean {
  return field in live && field !== 'size' && field !== 'totalDifficulty'
}

/** Whether a field of a block, which endpoints may write in two cases, is. */
function isSameField(one: unknown, other: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(value)?.toLowerCase()
  return text(one) === text(other)
}

/** No account is an empty one to a state root, and the other way round. */
function isSame(
  account: RecordedAccount | null,
  proven: ProvenAccount | undefined,
): boolean {
  const { nonce, balance, codeHash } = account ?? empty
  return (
    proven !== undefined &&
    proven.nonce === BigInt(nonce) &&
    proven.balance === BigInt(balance) &&
    proven.codeHash === (codeHash ?? noCode)
  )
}

const empty: RecordedAccount = { balance: '0', nonce: 0, codeHash: null }
