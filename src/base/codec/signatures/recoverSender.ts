import { type Address, toBytes } from '../../hex/hex.js'
import type { EnvelopeTransaction } from '../decodeEnvelope.js'
import { signingHash } from '../envelope.js'
import { recoverAddress } from './recoverAddress.js'

export type SignedEnvelope = Exclude<EnvelopeTransaction, { type: 'deposit' }>

/**
 * The address whose key signed a transaction.
 *
 * @throws if no key can have made the signature.
 */
export function recoverSender(
  transaction: SignedEnvelope,
  recover: typeof recoverAddress = recoverAddress,
): Address {
  const { type, r, s } = transaction
  const hash = signingHash(type, transaction, legacyChainId(transaction))
  const parity = recoveryBit(transaction)
  const address = recover(toBytes(hash), BigInt(r), BigInt(s), parity)
  if (address === undefined) throw new RangeError('No key made this signature.')
  return address
}

/** EIP-155: a legacy signature may hold the chain id; older ones do not. */
export function legacyChainId(transaction: SignedEnvelope): bigint | undefined {
  return transaction.type === 'legacy' && transaction.v >= 35n
    ? (transaction.v - 35n) / 2n
    : undefined
}

function recoveryBit(transaction: SignedEnvelope): number {
  if (transaction.type !== 'legacy') return transaction.yParity
  const { v } = transaction
  return Number(v < 35n ? v - 27n : (v - 35n) % 2n)
}
