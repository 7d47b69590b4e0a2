import * as z from 'zod/mini'
import { isWire, type Wire } from '../../base/codec/wire.js'
import { display } from '../../base/hex/display.js'
import {
  type Path,
  parseHash,
  parseQuantity,
  type Result,
  zeroHash,
} from '../../base/hex/hex.js'
import type { Dialect } from '../../base/validation/amounts.js'
import type { Refuse } from '../../base/validation/problem.js'
import { readJson } from '../../base/validation/read.js'
import * as values from '../../base/validation/values.js'
import type { ImportParameters } from '../../chain/model/importedBlock.js'
import { accounts } from './accounts.js'
import { byHand, object, rule, value } from './schema.js'

const places = values.oneOf('latest', 'pending')

/** The fields of `importBlock`, as a call, as a step and as an option. */
export const importFields = (dialect: Dialect) => ({
  block: byHand<Wire, object>(readBlock, () => ({
    type: 'object',
    required: [...Object.keys(requiredFields), 'transactions'],
  })),
  receipts: z.optional(
    byHand<Wire[], readonly object[]>(readGivenReceipts, () => ({
      type: 'array',
      items: { type: 'object', required: ['transactionHash'] },
    })),
  ),
  as: z.optional(value<'latest' | 'pending'>(places)),
  state: z.optional(accounts(dialect)),
})

export const importParameters = (dialect: Dialect) =>
  object(
    z.strictObject(importFields(dialect)).check(rule(checkImportFields)),
    'an object { block, receipts?, as?, state? }',
  )

/**
 * The latest block has a hash. Receipts are those of the block, each at its
 * transaction's position.
 */
export function checkImportFields(
  { block, receipts, as }: ImportParameters,
  refuse: Refuse,
) {
  const { transactions, hash } = block as Wire & { transactions: unknown[] }
  if (as === 'latest' && (hash === null || hash === zeroHash))
    refuse({
      path: ['as'],
      given: '"latest"',
      expected: '"pending", as "block.hash" names no block',
    })

  if (receipts === undefined) return
  const given = receipts as Wire[]
  const path = ['receipts']
  if (given.length !== transactions.length)
    return refuse({
      path,
      given: `an array of ${given.length}`,
      expected: `an array of ${transactions.length}, a receipt for each transaction of the block`,
    })
  given.forEach((receipt, index) => {
    const expected = hashOf(transactions[index])
    if (lower(receipt.transactionHash) !== lower(expected))
      refuse({
        path: [...path, index, 'transactionHash'],
        given: display(receipt.transactionHash),
        expected: `${display(expected)}, the hash of the block's transaction ${index}`,
      })
    else if (
      typeof hash === 'string' &&
      typeof receipt.blockHash === 'string' &&
      lower(receipt.blockHash) !== lower(hash)
    )
      refuse({
        path: [...path, index, 'blockHash'],
        given: display(receipt.blockHash),
        expected: `${display(hash)}, the hash of the block`,
      })
  })
}

/** The fields without which the chain cannot go on from a block. */
const requiredFields = {
  number: orNull(parseQuantity),
  hash: orNull(parseHash),
  parentHash: parseHash,
  timestamp: parseQuantity,
  gasLimit: parseQuantity,
  gasUsed: parseQuantity,
}

const optionalFields = {
  baseFeePerGas: parseQuantity,
  blobGasUsed: parseQuantity,
}

const blockShape = 'a block as eth_getBlockByNumber answers it'

function readBlock(given: unknown, refuse: Refuse): unknown {
  const block = copyNodeJson(given, blockShape, refuse)
  if (block === undefined) return undefined
  if (!isWire(block))
    return refuse({ given: display(given), expected: blockShape })
  if ('result' in block && !('number' in block))
    return refuse({
      given: 'the response to a request',
      expected: blockShape,
      advice: 'Give its "result".',
    })
  for (const [field, parse] of Object.entries(requiredFields))
    checkField(block[field], [field], parse, refuse)
  for (const [field, parse] of Object.entries(optionalFields))
    if (block[field] !== undefined && block[field] !== null)
      checkField(block[field], [field], parse, refuse)
  if (block.number === null && typeof block.hash === 'string')
    refuse({
      path: ['number'],
      given: 'null',
      expected: 'a number, as the block has a hash',
    })

  const { transactions } = block
  if (!Array.isArray(transactions))
    return refuse({
      path: ['transactions'],
      given: transactions === undefined ? 'missing' : display(transactions),
      expected: 'an array of transactions or of their hashes',
    })
  transactions.forEach((transaction: unknown, index) => {
    const path = ['transactions', index]
    if (isWire(transaction))
      checkField(transaction.hash, [...path, 'hash'], parseHash, refuse)
    else if (!parseHash(transaction).ok)
      refuse({
        path,
        given: display(transaction),
        expected: 'a transaction or its 32-byte hash',
      })
  })
  return block
}

const receiptsShape = 'an array of receipts as eth_getBlockReceipts answers it'

function readGivenReceipts(given: unknown, refuse: Refuse): unknown {
  const receipts = copyNodeJson(given, receiptsShape, refuse)
  if (receipts === undefined) return undefined
  if (!Array.isArray(receipts))
    return refuse({ given: display(given), expected: receiptsShape })
  receipts.forEach((receipt: unknown, index) => {
    if (!isWire(receipt))
      refuse({ path: [index], given: display(receipt), expected: 'a receipt' })
    else
      checkField(
        receipt.transactionHash,
        [index, 'transactionHash'],
        parseHash,
        refuse,
      )
  })
  return receipts
}

const jsonShape = "a value of a node's JSON, with quantities as hex"

/** A copy, or undefined if it was refused. */
function copyNodeJson(
  given: unknown,
  expected: string,
  refuse: Refuse,
): unknown {
  if (given === undefined) return refuse({ given: 'missing', expected })
  let isRefused = false
  const copied = readJson(given, (refusal) => {
    isRefused = true
    refuse({ ...refusal, expected: jsonShape })
  })
  return isRefused ? undefined : copied
}

function checkField(
  given: unknown,
  path: Path,
  parse: (given: unknown) => Result<unknown>,
  refuse: Refuse,
) {
  const parsed = parse(given)
  if (parsed.ok) return
  const shown = given === undefined ? 'missing' : parsed.given
  refuse({ path, given: shown, expected: parsed.expected })
}

function orNull(parse: (given: unknown) => Result<unknown>) {
  return (given: unknown): Result<unknown> => {
    if (given === null) return { ok: true, value: null }
    const parsed = parse(given)
    return parsed.ok
      ? parsed
      : {
          ...parsed,
          expected: `${parsed.expected}, or null in a pending block`,
        }
  }
}

function hashOf(transaction: unknown): unknown {
  return isWire(transaction) ? transaction.hash : transaction
}

function lower(hash: unknown): unknown {
  return typeof hash === 'string' ? hash.toLowerCase() : hash
}
