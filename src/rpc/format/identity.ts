import {
  type Hash,
  type Hex,
  toQuantity,
  zeroHash,
} from '../../base/hex/hex.js'
import type { BlockView } from '../../chain/blocks/chain.js'
import { blockHash } from '../../chain/lookup/blockHash.js'
import type { View } from '../view/view.js'

/** The number and hash that a block and its contents show. */
export type Identity = {
  readonly block: { readonly number: Hex | null; readonly hash: Hash | null }
  readonly isSized: boolean
  readonly transaction: {
    readonly blockHash: Hash | null
    readonly blockNumber: Hex | null
    /** Null if the number is. */
    readonly blockTimestamp: Hex | null
    /** Absent in all but sealed blocks of which a deposit tells it. */
    readonly blockTimestampMs?: Hex | undefined
    readonly isIndexed: boolean
  }
  /** Fields of receipts and their logs */
  readonly receipt: {
    readonly blockHash: Hash | null
    readonly blockNumber: Hex
    /** Fields of logs alone. */
    readonly blockTimestamp: Hex
    readonly blockTimestampMs?: Hex | undefined
  }
}

/** The table of `pendingIdentity`; sealed blocks have their own. */
export function identify(view: View, block: BlockView): Identity {
  const number = toQuantity(block.number)
  const blockTimestamp = toQuantity(block.timestamp)
  const identity =
    block.status === 'open' ? view.pendingIdentity : 'partialHash'
  switch (identity) {
    case 'partialHash': {
      const hash = blockHash(view.chain, block)
      const blockTimestampMs = sealedMs(block)
      return {
        block: { number, hash },
        isSized: true,
        transaction: {
          blockHash: hash,
          blockNumber: number,
          blockTimestamp,
          blockTimestampMs,
          isIndexed: true,
        },
        receipt: {
          blockHash: hash,
          blockNumber: number,
          blockTimestamp,
          blockTimestampMs,
        },
      }
    }
    // base/base `block_assembler.rs` seals with B256::ZERO
    case 'zeroHash':
      return {
        block: { number, hash: zeroHash },
        isSized: false,
        transaction: {
          blockHash: null,
          blockNumber: number,
          blockTimestamp,
          isIndexed: true,
        },
        receipt: { blockHash: zeroHash, blockNumber: number, blockTimestamp },
      }
    // geth `internal/ethapi/api.go`
    case 'nullHash':
      return {
        block: { number, hash: null },
        isSized: true,
        transaction: {
          blockHash: null,
          blockNumber: number,
          blockTimestamp,
          isIndexed: true,
        },
        receipt: { blockHash: null, blockNumber: number, blockTimestamp },
      }
    case 'nullNumberAndHash':
      return {
        block: { number: null, hash: null },
        isSized: true,
        transaction: {
          blockHash: null,
          blockNumber: null,
          blockTimestamp: null,
          isIndexed: false,
        },
        receipt: { blockHash: null, blockNumber: number, blockTimestamp },
      }
  }
}

function sealedMs({ status, timestampMs }: BlockView): Hex | undefined {
  return status === 'open' || timestampMs === undefined
    ? undefined
    : toQuantity(timestampMs)
}
