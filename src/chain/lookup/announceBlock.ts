import { PresealError } from '../../base/errors/errors.js'
import type { Hash } from '../../base/hex/hex.js'
import type { Chain } from '../blocks/chain.js'
import { latestHash } from './blockHash.js'

/**
 * Says which block is latest when only its hash is known, as of the parents of
 * pending blocks. Until it is imported, neither latest nor a block counted from
 * it can be read.
 */
export function announceBlock(chain: Chain, hash: Hash): Chain {
  const expected = latestHash(chain) === hash ? null : hash
  return { ...chain, expected }
}

/** @throws UnknownBlockError if the latest block is not held. */
export function assertLatest({ expected }: Chain): void {
  if (expected !== null) throw missingBlockError(expected)
}

function missingBlockError(hash: Hash): PresealError<'UnknownBlockError'> {
  return new PresealError(
    'UnknownBlockError',
    `Only the hash of the latest block, ${hash}, is known. Import the block with node.importBlock or a step of type "importBlock", or read "pending".`,
    { reason: 'announced' },
  )
}
