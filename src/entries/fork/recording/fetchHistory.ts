import type { Wire } from '../../../base/codec/wire.js'
import { PresealError } from '../../../base/errors/errors.js'
import { display } from '../../../base/hex/display.js'
import { toQuantity } from '../../../base/hex/hex.js'
import type { ForkRecord, Hash, Missing } from '../../../index.js'
import {
  type TransportRequest,
  unexpectedAnswer,
} from '../../endpoint/index.js'
import { checkHeader } from '../record/ownHash.js'
import { type Ask, toError } from './ask.js'
import type { Draft } from './fetchState.js'

/** Adds to a record what is asked of the time before its block. */
export async function fetchHistory(
  draft: Draft,
  missing: Exclude<Missing, { type: 'account' | 'slot' }>,
  fork: bigint,
  ask: Ask,
): Promise<void> {
  const { blocks, receipts, transactions } = draft.history
  const get = async (method: string, ...params: unknown[]) =>
    (await ask.all([{ method, params }]))[0]
  switch (missing.type) {
    case 'blockHash': {
      const block = await get(
        'eth_getBlockByNumber',
        toQuantity(missing.number),
        false,
      )
      draft.blockHashes[`${missing.number}`] = hashOf(block, missing.number)
      return
    }
    case 'block': {
      const { number, isFull } = missing
      const block = await get(
        'eth_getBlockByNumber',
        toQuantity(number),
        isFull,
      )
      hashOf(block, number)
      blocks[`${number}`] = block as object
      return
    }
    case 'blockByHash': {
      const block = await get('eth_getBlockByHash', missing.hash, false)
      const number = numberOf(block, 'number')
      if (number === undefined || number > fork) blocks[missing.hash] = null
      else {
        checkHeader(block as Wire)
        blocks[`${number}`] ??= block as object
      }
      return
    }
    case 'receipts':
      receipts[`${missing.number}`] = await fetchReceipts(missing.number, ask)
      return
    case 'transaction': {
      const { hash } = missing
      const transaction = await get('eth_getTransactionByHash', hash)
      const number = numberOf(transaction, 'blockNumber')
      const receipt =
        number === undefined || number > fork
          ? null
          : await get('eth_getTransactionReceipt', hash)
      transactions[hash] =
        transaction === null || receipt === null
          ? null
          : { transaction: Object(transaction), receipt: Object(receipt) }
      return
    }
    case 'logs':
      draft.history.logs.push(await fetchLogs(missing, ask))
      return
    case 'state':
      throw new PresealError(
        'EndpointError',
        `The tests read the state after block ${missing.number}, and a record holds only that of its own block, ${fork}. Record block ${missing.number}, or read "latest".`,
        { reason: 'unrecordable' },
      )
  }
}

/** Endpoints without eth_getBlockReceipts give them one by one. */
async function fetchReceipts(number: bigint, ask: Ask): Promise<object[]> {
  const request = {
    method: 'eth_getBlockReceipts',
    params: [toQuantity(number)],
  }
  const asked = await ask.one(request)
  if (asked.type === 'result' && Array.isArray(asked.value)) return asked.value
  if (asked.type === 'failure' && asked.kind !== 'refused')
    throw toError(asked, request, number)
  const [block] = await ask.all([
    { method: 'eth_getBlockByNumber', params: [toQuantity(number), false] },
  ])
  const hashes = (Object(block).transactions ?? []) as readonly unknown[]
  const receipts = await ask.all(
    hashes.map((hash) => ({
      method: 'eth_getTransactionReceipt',
      params: [hash],
    })),
  )
  return receipts.map((receipt) => Object(receipt))
}

function hashOf(block: unknown, number: bigint): Hash {
  const { hash } = Object(block) as Wire
  if (typeof hash === 'string') {
    checkHeader(block as Wire)
    return hash.toLowerCase() as Hash
  }
  const request: TransportRequest = {
    method: 'eth_getBlockByNumber',
    params: [toQuantity(number)],
  }
  throw unexpectedAnswer(request, display(block), 'a block')
}

function numberOf(of: unknown, field: string): bigint | undefined {
  const number = (Object(of) as Wire)[field]
  return typeof number === 'string' ? BigInt(number) : undefined
}

type Logs = Extract<Missing, { type: 'logs' }>

/** The logs of a range, in halves if an endpoint limits its length. */
async function fetchLogs(
  { addresses, topics, fromBlock, toBlock }: Logs,
  ask: Ask,
): Promise<ForkRecord['history']['logs'][number]> {
  const logs: object[] = []
  const left: [from: bigint, to: bigint][] = [[fromBlock, toBlock]]
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    const [from, to] = part
    const request = {
      method: 'eth_getLogs',
      params: [
        {
          ...(addresses !== null && { address: addresses }),
          topics,
          fromBlock: toQuantity(from),
          toBlock: toQuantity(to),
        },
      ],
    }
    const asked = await ask.one(request)
    if (asked.type === 'result' && Array.isArray(asked.value)) {
      logs.push(...asked.value)
      continue
    }
    if (asked.type === 'result')
      throw unexpectedAnswer(request, display(asked.value), 'logs')
    if (from === to || asked.kind !== 'refused')
      throw toError(asked, request, to)
    const middle = (from + to) / 2n
    left.push([middle + 1n, to], [from, middle])
  }
  return {
    addresses,
    topics,
    fromBlock: Number(fromBlock),
    toBlock: Number(toBlock),
    logs,
  }
}
