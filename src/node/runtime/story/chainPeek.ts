import { lookup } from '../../../base/codec/trie.js'
import type { Hash, Hex } from '../../../base/hex/hex.js'
import type { BlockTag } from '../../../base/hex/parse.js'
import type { Chain } from '../../../chain/blocks/chain.js'
import { unhashedThrough } from '../../../chain/lookup/blockHash.js'
import {
  findBlock,
  findSealedBlock,
  transactionAt,
} from '../../../chain/lookup/find.js'
import { hashesIn } from '../../../chain/model/blockRun.js'
import type { Included } from '../../../chain/model/transaction.js'

/** The content of a chain at an instant, read without hashing any block. */
export type ChainPeek = {
  /**
   * Whether over 1,000 blocks lack a hash, so that answers with hashes of
   * blocks take long, or fail.
   */
  readonly isUnhashed: boolean
  /** The block that a tag names; null: none. */
  readonly blockAt: (tag: BlockTag) => {
    readonly number: bigint
    readonly transactions: readonly Hash[]
  } | null
  /** The outcome of a transaction that is in a block. */
  readonly outcomeOf: (hash: Hash) => {
    readonly status: 'success' | 'reverted'
    readonly logs: Included['effect']['logs']
    readonly output: Hex
  } | null
  /** The number of the sealed block that has a transaction. */
  readonly sealedIn: (hash: Hash) => bigint | null
}

const mostUnhashed = 1_000

export function peek(chain: Chain): ChainPeek {
  const { sealed, open } = chain
  const foundSealed = (hash: Hash) => {
    const place = lookup(chain.places, hash)
    const block = place && findSealedBlock(chain, place.number)
    return block && transactionAt(block, place.transactionIndex)
      ? { block, index: place.transactionIndex }
      : null
  }
  return {
    get isUnhashed() {
      const offset = sealed.value.count - 1
      const { missing } = unhashedThrough(sealed, offset, mostUnhashed)
      return missing > mostUnhashed
    },
    blockAt(tag) {
      const block = findBlock(chain, { type: 'tag', tag })
      if (block === null) return null
      const { number, imported } = block
      return {
        number: imported?.number ?? number,
        transactions: hashesIn(block),
      }
    },
    outcomeOf(hash) {
      const index = lookup(open.positions, hash)
      const found = foundSealed(hash)
      const included =
        index === undefined
          ? found?.block.included[found.index]
          : open.included[index]
      if (included === undefined) return null
      const { status, logs, failure } = included.effect
      return { status, logs, output: failure?.output ?? '0x' }
    },
    sealedIn: (hash) => foundSealed(hash)?.block.number ?? null,
  }
}
