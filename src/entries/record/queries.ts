import { display } from '../../base/hex/display.js'
import { toWord } from '../../base/hex/hex.js'
import type { AccountsParameters } from '../../index.js'
import type { TransportRequest } from '../endpoint/index.js'
import {
  copyResult,
  type RecordedResult,
  unexpectedAnswer,
} from '../endpoint/index.js'
import { type Head, readHead } from './head.js'
import { mergeState } from './mergeState.js'
import type { ParsedWatch } from './recordOptions.js'

/** The answers about one block, as far as they came. */
export type Reading = {
  block?: RecordedBlock
  receipts?: RecordedResult
  state: AccountsParameters
}

export type RecordedBlock = RecordedResult & { readonly head: Head }

/** One request of a poll, and the receiver of its result. */
export type Query = {
  readonly request: TransportRequest
  /** The selector as in the request, by which a fault matches. */
  readonly block: string | undefined
  readonly take: (value: unknown) => void
}

export function blockQuery(block: string, reading: Reading): Query {
  const request = { method: 'eth_getBlockByNumber', params: [block, true] }
  return {
    request,
    block,
    take: (value) => {
      reading.block = {
        ...copyResult(value, request),
        head: readHead(value, request),
      }
    },
  }
}

export function receiptsQuery(block: string, reading: Reading): Query {
  const request = { method: 'eth_getBlockReceipts', params: [block] }
  return {
    request,
    block,
    take: (value) => {
      if (!Array.isArray(value))
        throw unexpectedAnswer(request, display(value), 'an array')
      reading.receipts = copyResult(value, request)
    },
  }
}

export function stateQueries(
  block: string,
  { balances, storage }: ParsedWatch,
  reading: Reading,
): Query[] {
  const take = (state: AccountsParameters) => {
    reading.state = mergeState(reading.state, state)
  }
  return [
    ...balances.map((address) => {
      const request = { method: 'eth_getBalance', params: [address, block] }
      return {
        request,
        block,
        take: (value: unknown) =>
          take({ [address]: { balance: toBigInt(value, request) } }),
      }
    }),
    ...storage.map(({ address, slot }) => {
      const params = [address, slot, block]
      const request = { method: 'eth_getStorageAt', params }
      return {
        request,
        block,
        take: (value: unknown) =>
          take({
            [address]: {
              storage: { [slot]: toWord(toBigInt(value, request)) },
            },
          }),
      }
    }),
  ]
}

export function chainIdQuery(take: (chainId: number) => void): Query {
  const request = { method: 'eth_chainId', params: [] }
  return {
    request,
    block: undefined,
    take: (value) => {
      const chainId = Number(toBigInt(value, request))
      if (!Number.isSafeInteger(chainId) || chainId === 0)
        throw unexpectedAnswer(
          request,
          display(value),
          'a number from 1 to 2^53 - 1',
        )
      take(chainId)
    },
  }
}

const quantityPattern = /^0x[0-9a-fA-F]{0,64}$/

function toBigInt(value: unknown, request: TransportRequest): bigint {
  if (typeof value === 'string' && quantityPattern.test(value))
    return value === '0x' ? 0n : BigInt(value)
  throw unexpectedAnswer(
    request,
    display(value),
    'a hexadecimal integer of at most 32 bytes',
  )
}
