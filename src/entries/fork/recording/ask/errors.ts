import { PresealError } from '../../../../base/errors/errors.js'
import { EndpointError } from '../../../endpoint/index.js'

/** The endpoint has forgotten the state of the block. */
export class PrunedStateError extends EndpointError {
  constructor(block: bigint, said: string) {
    super(
      `The endpoint has no state of block ${block} any more: ${said}. Record a recent block, or give an archive endpoint.`,
    )
  }
}

/** Another block stands at that number by now. */
export class ReorgedBlockError extends PresealError {
  override readonly name = 'ReorgedBlockError'

  constructor(block: bigint, hash: string) {
    super(
      `Block ${block} with the hash ${hash} was re-orged away on the live chain. Record a finalized block.`,
    )
  }
}

/** The chain's executions could only be approximate here. */
export class UnsupportedChainError extends PresealError {
  override readonly name = 'UnsupportedChainError'

  constructor(chainId: number, why: string) {
    super(
      `Chain ${chainId} cannot be forked: it is ${why}. Executions here could only be approximate.`,
    )
  }
}

/** The requested value is in no record. */
export class UnrecordableError extends PresealError {
  override readonly name = 'UnrecordableError'
}
