import type { Address, Hash, Hex } from '../base/hex/hex.js'

export type ExecutionLog = {
  readonly address: Address
  readonly topics: readonly Hash[]
  readonly data: Hex
}
