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

/** A chain, a block or a value that no record can hold. */
export class UnrecordableError extends PresealError {
  override readonly name = 'UnrecordableError'
}
