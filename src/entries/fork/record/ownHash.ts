import { hashHeader } from '../../../base/codec/header.js'
import type { Wire } from '../../../base/codec/wire.js'
import { isPresealError, PresealError } from '../../../base/errors/errors.js'
import type { Hash } from '../../../base/hex/hex.js'
import { readHeader } from '../../../chain/imports/readHeader.js'

/** Fields of a block's JSON that are not in its header. */
const besides = [
  'hash',
  'size',
  'totalDifficulty',
  'transactions',
  'uncles',
  'withdrawals',
]

/**
 * The hash that the header of a block has, where it is hashed as on Ethereum
 * since Cancun: chains with other rules have other fields, or lack these.
 */
export function ownHash(block: Wire): Hash | undefined {
  if (typeof block.parentBeaconBlockRoot !== 'string') return undefined
  try {
    const header = readHeader(block)
    const isKnown = (field: string) =>
      field in header || besides.includes(field)
    return Object.keys(block).every(isKnown) ? hashHeader(header) : undefined
  } catch (thrown) {
    if (isPresealError(thrown, 'InvalidParametersError')) return undefined
    throw thrown
  }
}

/**
 * Refuses a block whose header has another hash than the block. Nobody here can
 * hash a header with fields of its own chain.
 *
 * @throws EndpointError
 */
export function checkHeader(block: { readonly [field: string]: unknown }) {
  const own = ownHash(block)
  const claimed = `${block.hash}`.toLowerCase()
  if (own !== undefined && own !== claimed)
    throw new PresealError(
      'EndpointError',
      `The endpoint answered block ${BigInt(`${block.number}`)} with the hash ${claimed}, but the header that it sent has the hash ${own}: it changed a field, or left one out. Record from another endpoint.`,
      { reason: 'answer' },
    )
}
