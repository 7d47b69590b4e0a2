import { encodeRlp } from '../../../base/codec/rlp.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import {
  type Hex,
  toBytes,
  toHex,
  toScalar,
  toWord,
} from '../../../base/hex/hex.js'
import type { Address, Fork, Hash } from '../../../index.js'
import { createStop } from '../../endpoint/index.js'
import { createAsk, toError } from './ask/createAsk.js'
import { UnrecordableError } from './ask/errors.js'
import { proved } from './proved.js'
import {
  parseRecordForkOptions,
  type RecordForkOptions,
} from './recordForkOptions.js'

/** What became of a check. */
export type ForkCheck = {
  /** Accounts, and slots of them, that are as the block's state root says. */
  readonly accounts: number
  readonly slots: number
  /** What is otherwise, in words. */
  readonly differences: readonly string[]
}

/** slots in one request */
const together = 50

/**
 * Compares a record with the state root of its block, by the proofs of an
 * endpoint (EIP-1186).
 *
 * @throws EndpointRefusedError where the endpoint serves no proofs.
 */
export async function verifyFork(
  { record }: Fork,
  options: Pick<RecordForkOptions, 'from' | 'timeout' | 'signal' | 'fetch'>,
): Promise<ForkCheck> {
  const given = parseRecordForkOptions({ ...options, run: () => {} })
  const stop = createStop(given.signal)
  const limits = { clock: given.clock, timeout: given.timeout, stop }
  const { number, stateRoot, hash } = record.block as { [field: string]: Hash }
  const block = BigInt(number as Hex)
  const ask = createAsk(given.transports(limits), limits, () => block)
  const differences: string[] = []
  let accounts = 0
  let slots = 0
  try {
    const [live] = await ask.all([
      { method: 'eth_getBlockByNumber', params: [number, false] },
    ])
    const liveHash = `${Object(live).hash}`.toLowerCase()
    if (liveHash !== `${hash}`.toLowerCase())
      throw new UnrecordableError(
        `The record is of block ${block} with the hash ${hash}, but the endpoint has ${liveHash} at that number. Check it by an endpoint of its chain.`,
      )
    for (const [key, account] of Object.entries(record.accounts)) {
      const address = key as Address
      const own = Object.keys(record.storage[address] ?? {}) as Hash[]
      for (let at = 0; at === 0 || at < own.length; at += together) {
        const part = own.slice(at, at + together)
        const request = {
          method: 'eth_getProof',
          params: [address, part, number],
        }
        const asked = await ask.one(request)
        if (asked.type === 'failure') throw toError(asked, request, block)
        const proof = Object(asked.value)
        const leaf = proved(stateRoot as Hash, address, proof.accountProof)
        const expected =
          account === null
            ? undefined
            : encodeRlp([
                toScalar(account.nonce),
                toScalar(BigInt(account.balance)),
                toBytes(proof.storageHash),
                account.codeHash === null
                  ? keccak256(new Uint8Array())
                  : toBytes(account.codeHash),
              ])
        if (at === 0 && isSame(leaf, expected)) accounts += 1
        else if (at === 0) differences.push(`account ${address}`)
        if (!isSame(leaf, expected)) continue
        for (const [index, slot] of part.entries()) {
          const item = Object(proof.storageProof?.[index])
          const word = record.storage[address]?.[slot] as Hash
          const found = proved(proof.storageHash, slot, item.proof)
          const stored =
            word === toWord(0n) ? undefined : encodeRlp(toScalar(BigInt(word)))
          if (isSame(found, stored)) slots += 1
          else differences.push(`storage slot ${slot} of ${address}`)
        }
      }
    }
  } finally {
    stop.release()
  }
  return { accounts, slots, differences }
}

function isSame(
  one: Uint8Array | undefined | 'broken',
  other: Uint8Array | undefined,
): boolean {
  if (one === 'broken') return false
  if (one === undefined || other === undefined) return one === other
  return toHex(one) === toHex(other)
}
