import { PresealError } from '../../../../base/errors/errors.js'

/** The endpoint asks to be left alone, and kept doing so. */
export class RateLimitedError extends PresealError {
  override readonly name = 'RateLimitedError'

  constructor(said: string) {
    super(
      `The endpoint limits the rate of requests, even after every pause: ${said}. The fetched values are kept: continue later, or add another endpoint.`,
    )
  }
}

/** The endpoint has forgotten the state of the block. */
export class PrunedStateError extends PresealError {
  override readonly name = 'PrunedStateError'

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

/** No answer at all. */
export class EndpointUnreachableError extends PresealError {
  override readonly name = 'EndpointUnreachableError'

  constructor(said: string) {
    super(
      `The endpoint could not be reached: it gave ${said}. Check the URL, and that the endpoint is up.`,
    )
  }
}

/** An answer, but none to the question. */
export class EndpointRefusedError extends PresealError {
  override readonly name = 'EndpointRefusedError'

  constructor(method: string, said: string) {
    super(`The endpoint does not answer ${method}: it gave ${said}.`)
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
