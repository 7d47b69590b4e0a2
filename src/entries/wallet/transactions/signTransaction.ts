import {
  encodeListed,
  hashEnvelope,
  signingHash,
} from '../../../base/codec/envelope.js'
import { type Hash, type Hex, toHex } from '../../../base/hex/hex.js'
import type { Account } from '../keys/account.js'
import type { FilledTransaction } from '../session/sentTransaction.js'

/** A signed transaction as it is sent, and the hash by which it is known. */
export type Signed = { readonly raw: Hex; readonly hash: Hash }

/** Signs what EIP-155, 2930, 1559 or 7702 say of the type. */
export function signTransaction(
  transaction: FilledTransaction & { readonly nonce: number },
  account: Account,
): Signed {
  const { type, chainId } = transaction
  const isLegacy = type === 'legacy'
  const bound = isLegacy ? chainId : undefined
  const { r, s, yParity } = account.sign(signingHash(type, transaction, bound))
  const v = 35n + 2n * BigInt(chainId) + BigInt(yParity)
  const envelope = encodeListed(type, transaction, { r, s, yParity, v })
  return { raw: toHex(envelope), hash: hashEnvelope(envelope) }
}
