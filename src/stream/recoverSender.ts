import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { type EnvelopeType, enclose } from '../chain/envelope.js'
import type { RlpItem } from '../chain/rlp.js'
import type { Address } from '../hex/hex.js'
import { toBytes, toHex, toScalar } from '../hex/hex.js'
import type { Item } from './decodeRlp.js'

/**
 * The address whose key signed what an envelope lists: the end of the hash of
 * the public key (SEC 1, 4.1.6).
 *
 * @throws where no key can have made the signature.
 */
export function recoverSender(
  type: EnvelopeType,
  items: readonly Item[],
): Address {
  const [v = 0n, r = 0n, s = 0n] = items.slice(-3).map(toNumber)
  const chainId = type === 'legacy' ? legacyChainId(v) : undefined
  const guard = chainId === undefined ? [] : [chainId, 0n, 0n].map(toScalar)
  const signed = [...items.slice(0, -3).map(toRlpItem), ...guard]
  const publicKey = new secp256k1.Signature(r, s)
    .addRecoveryBit(parity(type, v))
    .recoverPublicKey(keccak_256(enclose(type, signed)))
    .toBytes(false)
  return toHex(keccak_256(publicKey.subarray(1)).subarray(12))
}

/** EIP-155: a legacy signature may tell the chain; older ones do not. */
export function legacyChainId(v: bigint): bigint | undefined {
  return v < 35n ? undefined : (v - 35n) / 2n
}

function parity(type: EnvelopeType, v: bigint): number {
  if (type !== 'legacy') return Number(v)
  return v < 35n ? Number(v - 27n) : Number((v - 35n) % 2n)
}

function toNumber(item: Item): bigint {
  return item === '0x' ? 0n : BigInt(String(item))
}

function toRlpItem(item: Item): RlpItem {
  return typeof item === 'string' ? toBytes(item) : item.map(toRlpItem)
}
