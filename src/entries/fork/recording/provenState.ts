import {
  decodeBytes,
  decodeList,
  decodeRlp,
  decodeScalar,
  encodeRlp,
  type RlpItem,
} from '../../../base/codec/rlp.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import { type Hex, toBytes, toHex } from '../../../base/hex/hex.js'
import type { Address, Hash } from '../../../index.js'

/** The root of an empty trie. */
const emptyRoot = toHex(keccak256(encodeRlp(new Uint8Array())))

/**
 * The value that a proof shows under a key of a secure trie: undefined for an
 * absent key, or `'broken'` if the proof does not lead from the root.
 */
function proved(
  root: Hex,
  key: Hex,
  proof: unknown,
): Uint8Array | undefined | 'broken' {
  if (!Array.isArray(proof)) return 'broken'
  if (proof.length === 0) return root === emptyRoot ? undefined : 'broken'
  const path = toHex(keccak256(toBytes(key))).slice(2)
  let at = 0
  let expected: RlpItem = toBytes(root)
  const nodes = [...proof]
  try {
    for (;;) {
      const node = nextNode(expected, nodes)
      if (node === undefined) return 'broken'
      if (node instanceof Uint8Array)
        return node.length === 0 ? undefined : 'broken'
      if (node.length === 17) {
        const next = node[Number.parseInt(path[at] ?? '', 16)] as RlpItem
        at += 1
        if (next instanceof Uint8Array && next.length === 0) return undefined
        expected = next
        continue
      }
      const [encoded, value] = node as [Uint8Array, RlpItem]
      const nibbles = toHex(encoded).slice(2)
      const flag = Number.parseInt(nibbles[0] ?? '0', 16)
      const part = nibbles.slice(flag % 2 === 1 ? 1 : 2)
      if (path.slice(at, at + part.length) !== part) return undefined
      at += part.length
      if (flag >= 2) return value as Uint8Array
      expected = value
    }
  } catch {
    return 'broken'
  }
}

/** Short nodes stand in their parent, of all others the hash does. */
function nextNode(expected: RlpItem, nodes: unknown[]): RlpItem | undefined {
  if (!(expected instanceof Uint8Array)) return expected
  const bytes = toBytes(nodes.shift() as Hex)
  return toHex(keccak256(bytes)) === toHex(expected)
    ? decodeRlp(bytes)
    : undefined
}

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
