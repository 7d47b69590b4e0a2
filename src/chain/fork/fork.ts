import type { Address, Hash, Hex } from '../../base/hex/hex.js'
import type { Hardfork } from '../../engine/engine.js'
import type { Missing } from './missing.js'

/** An account of the live chain; null if it has none at that address. */
type RecordedAccount = {
  /** wei, as decimal digits */
  readonly balance: string
  readonly nonce: number
  /** Hash of the code in `code`; null without code. */
  readonly codeHash: Hash | null
}

/** The logs of a range of blocks that match a filter. */
export type RecordedLogs = {
  /** null: of any address */
  readonly addresses: readonly Address[] | null
  /** By position; null: any topic. */
  readonly topics: readonly (readonly Hash[] | null)[]
  readonly fromBlock: number
  readonly toBlock: number
  /** JSON as `eth_getLogs` answers it. */
  readonly logs: readonly object[]
}

/** The blocks and transactions before the fork that applications load. */
type RecordedHistory = {
  /**
   * JSON as `eth_getBlockByNumber` answers it, by number, and by hash null if
   * there is none.
   */
  readonly blocks: { readonly [number: string]: object | null }
  /** JSON as `eth_getBlockReceipts` answers it, by the block's number. */
  readonly receipts: { readonly [number: string]: readonly object[] }
  /** By hash; null if the chain has no such transaction. */
  readonly transactions: {
    readonly [hash: Hash]: {
      readonly transaction: object
      readonly receipt: object
    } | null
  }
  readonly logs: readonly RecordedLogs[]
}

/** State of a live chain after one of its blocks, as far as it was read. */
export type ForkRecord = {
  readonly version: 1
  readonly chainId: number
  readonly hardfork: Hardfork
  /** JSON as `eth_getBlockByNumber` answers it, with hashes of transactions. */
  readonly block: object
  readonly accounts: { readonly [address: Address]: RecordedAccount | null }
  /** By hash. */
  readonly code: { readonly [hash: Hash]: Hex }
  /** Slot to word, zeros included, of existing accounts. */
  readonly storage: {
    readonly [address: Address]: { readonly [slot: Hash]: Hash }
  }
  /** By number. */
  readonly blockHashes: { readonly [number: string]: Hash }
  readonly history: RecordedHistory
}

/** A read of a record by a node, or a value that it misses there. */
type ForkNote =
  | {
      readonly type: 'missing'
      readonly missing: Missing
      /** The message that missed it: a trace finds its other reads. */
      readonly call?: ForkCall | undefined
    }
  | { readonly type: 'read'; readonly address: Address; readonly slot?: Hex }

/** The known differences of a state from its record. */
export type ForkOverlay = {
  readonly [address: Address]: {
    readonly balance: bigint | undefined
    readonly nonce: bigint | undefined
    readonly code: Hex | undefined
    readonly stateDiff: { readonly [slot: Hex]: Hex }
  }
}

/** The fields of a message that are known before it runs. */
export type ForkCall = {
  readonly from: Address
  readonly to: Address | null
  readonly data: Hex
  /** wei */
  readonly value: bigint
  /** The state that it runs on, if known. */
  readonly overlay?: ForkOverlay | undefined
}

/** A record that nodes can start from; `parseFork` makes it. */
export type Fork = {
  readonly [forkBrand]: true
  readonly record: ForkRecord
  /**
   * Called with each read of nodes while the fork is recorded; returns true if
   * the record now has the missing value.
   */
  readonly note?: ((note: ForkNote) => boolean) | undefined
}

/** Marks the result of `parseFork` for another copy of the package. */
export const forkBrand: unique symbol = Symbol.for('preseal.fork') as never
