import type {
  EnvelopeType,
  FieldValues,
} from '../../../base/codec/transactionTypes.js'
import type { Address, Hash, Hex } from '../../../base/hex/hex.js'
import type { WalletDoor } from '../../../doors/walletDoor.js'
import type { Account } from '../keys/account.js'

/** A blob transaction needs its blobs, and a deposit is not signed. */
export type SignedType = Exclude<EnvelopeType, 'eip4844' | 'deposit'>

/** All fields but the nonce, which is assigned last. */
export type FilledTransaction = Omit<Partial<FieldValues>, 'nonce'> & {
  readonly type: SignedType
  readonly from: Address
  readonly to: Address | null
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint
  readonly chainId: number
}

/** A wallet's record of a transaction that it sent. */
export type SentTransaction = {
  readonly hash: Hash
  readonly filled: FilledTransaction
  readonly account: Account
  readonly node: WalletDoor
  readonly nonce: number
}
