import type { Wire } from '../../../base/codec/wire.js'
import { PresealError } from '../../../base/errors/errors.js'
import { display } from '../../../base/hex/display.js'
import { toQuantity } from '../../../base/hex/hex.js'
import { parseHash, parseQuantity } from '../../../base/hex/parse.js'
import type { ForkRecord } from '../../../index.js'
import { unexpectedAnswer } from '../../endpoint/index.js'
import { otherChain } from '../record/chains.js'
import { checkHeader } from '../record/checkHeader.js'
import type { Ask } from './ask/ask.js'

import { hardforkOf } from './hardforkOf.js'
import { isOpBlock, opSlots } from './opSlots.js'

/** The block whose state is recorded, and an empty record of it. */
export type Pinned = {
  readonly number: bigint
  readonly hash: string
  readonly record: ForkRecord
  /** Recorded whatever reads it. */
  readonly always: ReturnType<typeof opSlots>
}

/**
 * The block of that number, or the latest one.
 *
 * @throws EndpointError for a chain that is not run here as it is there.
 */
export async function pinBlock(
  ask: Ask,
  wanted: bigint | undefined,
  hardfork: ForkRecord['hardfork'] | undefined,
): Promise<Pinned> {
  const selector = wanted === undefined ? 'latest' : toQuantity(wanted)
  const request = { method: 'eth_getBlockByNumber', params: [selector, true] }
  const [id, given] = await ask.all([
    { method: 'eth_chainId', params: [] },
    request,
  ])
  const chainId = Number(id)
  if (typeof id !== 'string' || !Number.isSafeInteger(chainId))
    throw unexpectedAnswer(
      { method: 'eth_chainId', params: [] },
      display(id),
      'the id of a chain',
    )
  if (given === null)
    throw new PresealError(
      'EndpointError',
      `The endpoint does not answer eth_getBlockByNumber: it gave no block ${selector}.`,
      { reason: 'answer' },
    )
  const block = Object(given) as Wire
  const number = parseQuantity(block.number)
  const hash = parseHash(block.hash)
  if (!number.ok || !hash.ok || !Array.isArray(block.transactions))
    throw unexpectedAnswer(request, display(given), 'a block')
  checkHeader(block)
  const other = otherChain(chainId, block)
  if (other !== undefined) throw unsupportedChain(chainId, other)
  const transactions = block.transactions.map((transaction: Wire | string) =>
    typeof transaction === 'string' ? transaction : transaction.hash,
  )
  const rules = hardfork ?? hardforkOf(chainId, block)
  if (rules === undefined)
    throw unsupportedChain(
      chainId,
      `under rules from before Cancun at block ${number.value}, which no engine here follows`,
    )
  return {
    number: number.value,
    hash: hash.value,
    always: isOpBlock(block) ? opSlots() : undefined,
    record: {
      version: 1,
      chainId,
      hardfork: rules,
      block: { ...block, transactions },
      accounts: {},
      code: {},
      storage: {},
      blockHashes: {},
      history: { blocks: {}, receipts: {}, transactions: {}, logs: [] },
    },
  }
}

/** The chain's executions could only be approximate here. */
function unsupportedChain(
  chainId: number,
  why: string,
): PresealError<'EndpointError'> {
  return new PresealError(
    'EndpointError',
    `Chain ${chainId} cannot be forked: it is ${why}. Executions here could only be approximate.`,
    { reason: 'unrecordable' },
  )
}
