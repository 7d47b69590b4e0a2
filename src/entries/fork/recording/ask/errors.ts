import { PresealError } from '../../../../base/errors/errors.js'

/** The endpoint has forgotten the state of the block. */
export function prunedStateError(
  block: bigint,
  said: string,
): PresealError<'EndpointError'> {
  return new PresealError(
    'EndpointError',
    `The endpoint has no state of block ${block} any more: ${said}. Record a recent block, or give an archive endpoint.`,
    { reason: 'pruned' },
  )
}
