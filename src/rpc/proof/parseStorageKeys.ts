import { parseAddress, parseWord } from '../../base/hex/parse.js'
import { listOf, mapOf } from '../calls/fields.js'

/** Slots by address, as `eth_getStorageValues` takes them. */
export const parseStorageKeys = mapOf(
  parseAddress,
  listOf(parseWord, 'slots'),
  'arrays of slots by address',
)
