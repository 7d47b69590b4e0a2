import type { Address, Hash, Hex } from '../../hex/hex.js'
import type { SentName } from './transactionName.js'

export type DropTransactionParameters =
  | {
      /** Of the transaction, as `node.preconfirm` returned it. */
      hash: Hash
    }
  | {
      /** The newest transaction queued or pending that has it is meant. */
      label: string
    }
  | SentName

export type SetBalanceParameters = {
  address: Address
  /** wei */
  value: bigint
}

export type SetNonceParameters = { address: Address; nonce: number }

export type SetCodeParameters = {
  address: Address
  /** The code; `'0x'` for none. */
  bytecode: Hex
}

export type SetStorageAtParameters = {
  address: Address
  /** The slot: hex of at most 32 bytes, or a number. */
  index: Hex | number
  /** Hex of at most 32 bytes. */
  value: Hex
}
