import type { Wire } from '../../../base/codec/wire.js'
import { PresealError } from '../../../base/errors/errors.js'
import {
  baseFeeVault,
  depositor,
  l1BlockAddress,
  l1FeeVault,
} from '../../../base/hex/addresses.js'
import { display } from '../../../base/hex/display.js'
import { parseHash, parseQuantity, toQuantity } from '../../../base/hex/hex.js'
import type { Address, ForkRecord, Hash } from '../../../index.js'
import { unexpectedAnswer } from '../../endpoint/index.js'
import { otherChain } from '../record/chains.js'
import { checkHeader } from '../record/ownHash.js'
import type { Ask } from './ask.js'

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

/** unix seconds at which Osaka begins, by chain id; no header shows it. */
const osaka: { readonly [chainId: number]: number } = {
  1: 1_764_798_551,
  11155111: 1_760_427_360,
  560048: 1_761_677_448,
}

/** The rules of a block, by the fields of its header; undefined: older ones. */
function hardforkOf(
  chainId: number,
  block: { readonly [field: string]: unknown },
): ForkRecord['hardfork'] | undefined {
  const start = osaka[chainId]
  if (start !== undefined && Number(block.timestamp) >= start) return 'osaka'
  if (typeof block.blockAccessListHash === 'string') return 'amsterdam'
  if (typeof block.requestsHash === 'string') return 'prague'
  return typeof block.parentBeaconBlockRoot === 'string' ? 'cancun' : undefined
}

/** Whether a deposit opens the block, as on OP chains. */
function isOpBlock({
  transactions,
}: {
  readonly [field: string]: unknown
}): boolean {
  const [first] = transactions as unknown[]
  return Object(first).type === '0x7e'
}

/** Slots on which fees of an OP chain depend, whatever a test reads. */
function opSlots():
  | {
      accounts: readonly Address[]
      slots: { readonly [address: Address]: readonly Hash[] }
    }
  | undefined {
  const slot = (number: number): Hash =>
    `0x${number.toString(16).padStart(64, '0')}`
  return {
    accounts: [l1BlockAddress, depositor, baseFeeVault, l1FeeVault],
    slots: { [l1BlockAddress]: [0, 1, 2, 3, 4, 7, 8].map(slot) },
  }
}
