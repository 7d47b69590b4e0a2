import type { Address, Hash, Hex } from '../hex/hex.js'

export type AccessList = readonly {
  address: Address
  storageKeys: readonly Hash[]
}[]

export type Authorization = {
  chainId: number
  address: Address
  nonce: number
  r?: Hex | undefined
  s?: Hex | undefined
  yParity?: number | undefined
  /** As viem's `signAuthorization` gives it; `yParity` says the same. */
  v?: bigint | undefined
}

export type SignedAuthorization = {
  readonly chainId: number
  readonly address: Address
  readonly nonce: number
  readonly r: Hex
  readonly s: Hex
  readonly yParity: number
}

export type Log = { address: Address; topics: readonly Hash[]; data: Hex }
