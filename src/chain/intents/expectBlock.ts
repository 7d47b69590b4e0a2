import { PresealError } from '../../errors.js'
import type { Hash } from '../../hex/hex.js'
import type { Chain } from '../chain.js'
import { latestHash } from '../roots/blockHash.js'

/**
 * Says which block is latest where only its hash is known, as pending blocks
 * tell it of their parents. Until it is imported there is no latest to read,
 * nor a block that is counted from it.
 */
export function expectBlock(chain: Chain, hash: Hash): Chain {
  const expected = latestHash(chain) === hash ? null : hash
  return { ...chain, expected }
}

/** @throws MissingBlockError where the latest block is none that is held. */
export function assertLatest({ expected }: Chain): void {
  if (expected !== null) throw new MissingBlockError(expected)
}

class MissingBlockError extends PresealError {
  override readonly name = 'MissingBlockError'

  constructor(hash: Hash) {
    super(
      `The latest block is ${hash}, of which only the hash is known. Import it, by node.importBlock or a step of type "importBlock", or read "pending".`,
    )
  }
}
