import {
  decodeBytes,
  decodeList,
  decodeRlp,
  decodeScalar,
} from '../../../base/codec/rlp.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import { type Hex, toHex } from '../../../base/hex/hex.js'
import type { Address, Hash } from '../../../index.js'
import { emptyRoot, proved } from './proved.js'

export const noCode = toHex(keccak256(new Uint8Array()))

export type ProvenAccount = {
  readonly nonce: bigint
  readonly balance: bigint
  readonly storageRoot: Hex
  readonly codeHash: Hex
}

const none: ProvenAccount = {
  nonce: 0n,
  balance: 0n,
  storageRoot: emptyRoot,
  codeHash: noCode,
}

/**
 * An account under a state root, an empty one if it is absent; undefined if the
 * proof does not lead from the root.
 */
export function provenAccount(
  stateRoot: Hash,
  address: Address,
  proof: unknown,
): ProvenAccount | undefined {
  const leaf = proved(stateRoot, address, proof)
  if (leaf === 'broken') return undefined
  if (leaf === undefined) return none
  return attempt(() => {
    const fields = decodeList(decodeRlp(leaf), 4)
    const [nonce, balance, storageRoot, codeHash] = fields as Uint8Array[]
    return {
      nonce: decodeScalar(nonce as Uint8Array),
      balance: decodeScalar(balance as Uint8Array),
      storageRoot: toHex(decodeBytes(storageRoot as Uint8Array, 32)),
      codeHash: toHex(decodeBytes(codeHash as Uint8Array, 32)),
    }
  })
}

/**
 * The same of a slot. A zero is not in the trie; anvil leaves a leaf there with
 * the value zero, which is as good a proof.
 */
export function provenWord(
  { storageRoot }: ProvenAccount,
  slot: Hash,
  proof: unknown,
): bigint | undefined {
  const leaf = proved(storageRoot, slot, proof)
  if (leaf === 'broken') return undefined
  return leaf === undefined ? 0n : attempt(() => decodeScalar(decodeRlp(leaf)))
}

function attempt<value>(decode: () => value): value | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
