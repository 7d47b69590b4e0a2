import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { EnvelopeTransaction } from '../codec/decodeEnvelope.js'
import { signingHash } from '../codec/envelope.js'
import type { Address } from '../hex/hex.js'
import { toBytes, toHex } from '../hex/hex.js'

type SignedTransaction = Exclude<EnvelopeTransaction, { type: 'deposit' }>

/**
 * The address whose key signed a transaction: the end of the hash of the public
 * key (SEC 1, 4.1.6).
 *
 * @throws where no key can have made the signature.
 */
export function recoverSender(transaction: SignedTransaction): Address {
  const { type, r, s } = transaction
  const hash = signingHash(type, transaction, legacyChainId(transaction))
  const publicKey = new secp256k1.Signature(BigInt(r), BigInt(s))
    .addRecoveryBit(recoveryBit(transaction))
    .recoverPublicKey(toBytes(hash))
    .toBytes(false)
  return toHex(keccak_256(publicKey.subarray(1)).subarray(12))
}

/** EIP-155: a legacy signature may hold the chain id; older ones do not. */
export function legacyChainId(
  transaction: SignedTransaction,
): bigint | undefined {
  return transaction.type === 'legacy' && transaction.v >= 35n
    ? (transaction.v - 35n) / 2n
    : undefined
}

function recoveryBit(transaction: SignedTransaction): number {
  if (transaction.type !== 'legacy') return transaction.yParity
  const { v } = transaction
  return Number(v < 35n ? v - 27n : (v - 35n) % 2n)
}
