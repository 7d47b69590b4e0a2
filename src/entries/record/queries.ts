import { display } from '../../base/hex/display.js'
import { parseHash, parseQuantity, toWord } from '../../base/hex/hex.js'
import type { AccountsParameters, Address } from '../../index.js'
import {
  copyResult,
  type Failure,
  kindOf,
  type RecordedResult,
  type Transport,
  type TransportRequest,
  unexpectedAnswer,
} from '../endpoint/index.js'
import type { ParsedWatch } from './recordOptions.js'

/** The answers about one block, as far as they came. */
export type Reading = {
  block?: RecordedBlock
  receipts?: RecordedResult
  state: AccountsParameters
}

export type RecordedBlock = RecordedResult & { readonly head: Head }

/** One request of a poll, and the receiver of its result. */
type Query = {
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

/** How the requests of one method for one block ended. */
export type QueryStatus = {
  readonly method: string
  readonly block: string | undefined
  /** Undefined if at least one was answered. */
  readonly failure: Failure | undefined
}

/**
 * Sends the requests and hands each result to its query. Statuses are by method
 * and block, so that one answered account stands for all.
 */
export async function runQueries(
  transport: Transport,
  queries: readonly Query[],
): Promise<QueryStatus[]> {
  const replies = await transport(queries.map(({ request }) => request))
  const statuses = new Map<string, QueryStatus>()
  for (const [index, { request, block, take }] of queries.entries()) {
    const reply = replies[index] ?? { type: 'network' }
    const isAnswered = reply.type === 'result' && reply.value !== null
    if (isAnswered) take(reply.value)
    const { method } = request
    const key = subjectOf({ method, block })
    const failure =
      reply.type === 'result' ? ({ type: 'null' } as const) : reply
    const first = statuses.get(key)
    if (isAnswered) statuses.set(key, { method, block, failure: undefined })
    else if (first === undefined) statuses.set(key, { method, block, failure })
  }
  return [...statuses.values()]
}

export function subjectOf({
  method,
  block,
}: Pick<QueryStatus, 'method' | 'block'>): string {
  return block === undefined ? method : `${method} ${block}`
}

/** How all of them failed, if they failed in the same way. */
export function commonFailure(
  statuses: readonly QueryStatus[],
): Failure | undefined {
  const [first] = statuses
  const failure = first?.failure
  return failure !== undefined &&
    statuses.every(
      (one) => one.failure && kindOf(one.failure) === kindOf(failure),
    )
    ? failure
    : undefined
}

/** Fields of a block that decide where it belongs. */
type Head = {
  /** Null if a pending block says none. */
  readonly number: bigint | null
  readonly hash: string | null
  readonly parentHash: string
}

function readHead(block: unknown, request: TransportRequest): Head {
  const { number, hash, parentHash } = Object(block) as {
    [name: string]: unknown
  }
  const parsed = {
    number: number === null ? null : parseQuantity(number),
    hash: hash === null ? null : parseHash(hash),
    parentHash: parseHash(parentHash),
  }
  if (
    parsed.number?.ok === false ||
    parsed.hash?.ok === false ||
    !parsed.parentHash.ok
  )
    throw unexpectedAnswer(request, display(block), 'a block')
  return {
    number: parsed.number?.value ?? null,
    hash: parsed.hash?.value ?? null,
    parentHash: parsed.parentHash.value,
  }
}

/** Values known of accounts, the later ones in place of the earlier. */
export function mergeState(
  before: AccountsParameters,
  after: AccountsParameters,
): AccountsParameters {
  const merged: { [address: Address]: AccountsParameters[Address] } = {
    ...before,
  }
  for (const [key, account] of Object.entries(after)) {
    const address = key as Address
    const known = before[address] ?? {}
    const storage = { ...known.storage, ...account.storage }
    merged[address] = {
      ...known,
      ...account,
      ...(Object.keys(storage).length > 0 && { storage }),
    }
  }
  return merged
}

/**
 * Whether the receipts are those of the block: between two requests the chain
 * moves on. Parts that do not fit are not to be imported together.
 */
export function isConsistent({ block, receipts }: Reading): boolean {
  if (block === undefined || receipts === undefined) return true
  const { transactions, hash } = Object(block.value)
  const list = receipts.value as unknown[]
  if (!Array.isArray(transactions) || transactions.length !== list.length)
    return false
  return list.every((receipt, index) => {
    const { transactionHash, blockHash } = Object(receipt)
    const transaction: unknown = transactions[index]
    const expected =
      typeof transaction === 'string' ? transaction : Object(transaction).hash
    return (
      isSame(transactionHash, expected) &&
      (typeof blockHash !== 'string' ||
        typeof hash !== 'string' ||
        isSame(blockHash, hash))
    )
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return `${one}`.toLowerCase() === `${other}`.toLowerCase()
}
