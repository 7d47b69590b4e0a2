import type { Hash } from '../../base/hex/hex.js'
import {
  parseAddress,
  parseHash,
  type Result,
  refuse,
} from '../../base/hex/parse.js'
import {
  parseSelector,
  parseStateSelector,
  type StateSelector,
} from '../../base/hex/selector.js'
import { parseCall } from '../calls/parseCall.js'
import { parseLogCriteria } from '../logs/logCriteria.js'
import { parseFilterId } from '../view/filters.js'
import { parseTransactionObject } from '../writes/readTransaction.js'
import { optional } from './params.js'

/** Parameters of more than one method. */

export const address = { name: 'address', parse: parseAddress }

export const transactionHash = { name: 'transactionHash', parse: parseHash }

export const block = {
  name: 'block',
  parse: parseStateSelector,
  isSelector: true,
}

const latest: StateSelector = { type: 'tag', tag: 'latest' }

export const blockOrLatest = {
  ...optional('block', parseStateSelector, latest),
  isSelector: true,
}

export const blockHash = {
  name: 'blockHash',
  parse: parseBlockHash,
  isSelector: true,
}

export const numberOrTag = {
  name: 'block',
  parse: parseSelector,
  isSelector: true,
}

export const index = { name: 'index', parse: parseIndex }

export const filterId = { name: 'filterId', parse: parseFilterId }

export const criteria = { name: 'filter', parse: parseLogCriteria }

export const call = { name: 'transaction', parse: parseCall }

export const transactionObject = {
  name: 'transaction',
  parse: parseTransactionObject,
}

function parseBlockHash(given: unknown): Result<StateSelector> {
  const hash: Result<Hash> = parseHash(given)
  return hash.ok
    ? { ok: true, value: { type: 'hash', hash: hash.value } }
    : hash
}

const indexDigits = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,15})$/

/** A position in a block. */
function parseIndex(given: unknown): Result<bigint> {
  return typeof given === 'string' && indexDigits.test(given)
    ? { ok: true, value: BigInt(given) }
    : refuse(given, 'an index as hex without leading zeros')
}
