import { PresealError } from '../../../base/errors/errors.js'
import { ownHash } from './ownHash.js'

/**
 * Refuses a block whose header has another hash than the block. Nobody here can
 * hash a header with fields of its own chain.
 *
 * @throws EndpointError
 */
export function checkHeader(block: { readonly [field: string]: unknown }) {
  const own = ownHash(block)
  const said = `${block.hash}`.toLowerCase()
  if (own !== undefined && own !== said)
    throw new PresealError(
      'EndpointError',
      `The endpoint answered block ${BigInt(`${block.number}`)} with the hash ${said}, but the header that it sent has the hash ${own}: it changed a field, or left one out. Record from another endpoint.`,
      { reason: 'answer' },
    )
}
