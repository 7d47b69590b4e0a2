import type { Address, Hash, Hex } from '../../base/hex/hex.js'
import type { AccessListItem, Authorization } from '../../engine/engine.js'

/** A call as a request describes it: what it leaves out is undefined. */
export type CallRequest = {
  readonly from: Address | undefined
  /** Undefined creates a contract. */
  readonly to: Address | undefined
  readonly gas: bigint | undefined
  /** wei per gas, as the two below */
  readonly gasPrice: bigint | undefined
  readonly maxFeePerGas: bigint | undefined
  readonly maxPriorityFeePerGas: bigint | undefined
  /** wei */
  readonly value: bigint
  readonly data: Hex
  readonly nonce: bigint | undefined
  readonly chainId: bigint | undefined
  readonly accessList: readonly AccessListItem[] | undefined
  readonly authorizationList: readonly Authorization[] | undefined
  /** wei per blob gas */
  readonly maxFeePerBlobGas: bigint | undefined
  readonly blobVersionedHashes: readonly Hash[] | undefined
  /** Why fields of it, fine each, cannot stand together. */
  readonly contradiction: string | undefined
}

/** Accounts as a call sees them, whatever they are in the state. */
export type StateOverrides = { readonly [address: Address]: AccountOverride }

export type AccountOverride = {
  readonly balance: bigint | undefined
  readonly nonce: bigint | undefined
  readonly code: Hex | undefined
  /** The whole storage. */
  readonly state: Slots | undefined
  /** Single slots of it. */
  readonly stateDiff: Slots | undefined
  /** The address at which the precompile of this one runs instead. */
  readonly movePrecompileToAddress: Address | undefined
}

type Slots = { readonly [slot: Hash]: Hash }

/** The block's own fields, as a call sees them. */
export type BlockOverrides = {
  readonly number: bigint | undefined
  /** unix seconds */
  readonly time: bigint | undefined
  readonly gasLimit: bigint | undefined
  readonly feeRecipient: Address | undefined
  readonly prevRandao: Hash | undefined
  /** wei per gas */
  readonly baseFeePerGas: bigint | undefined
  /** wei per blob gas */
  readonly blobBaseFee: bigint | undefined
  /** The name of a field that only a simulated block has. */
  readonly unsupported: 'beaconRoot' | 'withdrawals' | undefined
}
