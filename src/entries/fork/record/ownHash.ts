import { hashHeader } from '../../../base/codec/header.js'
import type { Wire } from '../../../base/codec/wire.js'
import { isPresealError } from '../../../base/errors/errors.js'
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
