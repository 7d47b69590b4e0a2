import { keccak_256 } from '@noble/hashes/sha3.js'
import {
  isWire,
  UnreadableFieldError,
  type Wire,
} from '../../base/codec/wire.js'
import { display } from '../../base/hex/display.js'
import {
  type Address,
  type Hash,
  type Hex,
  toBytes,
  toHex,
  toQuantity,
} from '../../base/hex/hex.js'
import { type Parsed, parseAddress, refuse } from '../../base/hex/parse.js'
import type { WalletDoor } from '../../doors/walletDoor.js'
import type { Parameter } from '../../rpc/method/params.js'
import {
  address,
  authorized,
  EndedError,
  method,
  nodeOf,
  parseChainId,
  rpcError,
  type WalletMethods,
} from './context.js'
import {
  type AskedTransaction,
  parseTransaction,
  send,
} from './transactions.js'

/** Calls that were sent one after the other. */
type Batch = {
  readonly version: string
  readonly node: WalletDoor
  readonly hashes: readonly Hash[]
  /** Whether the node took all of them. */
  readonly isWhole: boolean
}

type Receipt = { readonly [field: string]: unknown; readonly status: Hex }

const batch: Parameter<AskedBatch> = { name: 'batch', parse: parseBatch }
const batchId: Parameter<string> = { name: 'id', parse: parseId }
const chainIds: Parameter<readonly number[] | undefined> = {
  name: 'chainIds',
  parse: parseChainIds,
  absent: { value: undefined },
}

/** Batches of calls (EIP-5792). */
export function createCallMethods() {
  const batches = new Map<string, Batch>()

  function known(id: string): Batch {
    const found = batches.get(id)
    if (found !== undefined) return found
    throw rpcError(5730, `No batch has the id ${display(id)}.`)
  }

  return {
    wallet_sendCalls: method([batch], async ([asked], context, params) => {
      const { session, confirm } = context
      const from = asked.from ?? session.selected.address
      const account = authorized(context, from)
      const node = nodeOf(context, asked.chainId)
      if (node !== session.node)
        throw rpcError(
          5710,
          `The calls are for the chain id ${asked.chainId}, but the wallet is on ${session.node.chainId}. Ask for "wallet_switchEthereumChain" first.`,
        )
      const [capability] = asked.capabilities
      if (capability !== undefined)
        throw rpcError(
          5700,
          `The wallet has no capability ${display(capability)}, which is not marked as optional.`,
        )
      if (asked.isAtomic)
        throw rpcError(
          5760,
          'The wallet sends calls one after the other. Ask with "atomicRequired": false.',
        )
      if (asked.id !== undefined && batches.has(asked.id))
        throw rpcError(5720, `A batch has the id ${display(asked.id)} already.`)
      await confirm('wallet_sendCalls', params)
      const hashes: Hash[] = []
      let isWhole = true
      for (const call of asked.calls) {
        try {
          hashes.push(await send(call, account, node, context))
        } catch (thrown) {
          // Transactions already sent stay sent: the status says that not all
          // were.
          if (hashes.length === 0 || !(thrown instanceof EndedError))
            throw thrown
          isWhole = false
          break
        }
      }
      const id = asked.id ?? idOf(hashes)
      const { version } = asked
      batches.set(id, { version, node, hashes, isWhole })
      return version === '1.0' ? id : { id }
    }),

    wallet_getCallsStatus: method([batchId], async ([id], { ask }) => {
      const { version, node, hashes, isWhole } = known(id)
      const found: Receipt[] = []
      for (const hash of hashes) {
        const receipt = await ask(node, 'eth_getTransactionReceipt', [hash])
        if (receipt !== null) found.push(receipt as Receipt)
      }
      const isOver = found.length === hashes.length
      return {
        version,
        id,
        chainId: toQuantity(node.chainId),
        atomic: false,
        status: isOver ? statusOf(found, isWhole) : 100,
        ...(isOver && { receipts: found.map(formatReceipt) }),
      }
    }),

    wallet_showCallsStatus: method([batchId], ([id]) => {
      known(id)
      return null
    }),

    wallet_getCapabilities: method([address, chainIds], (args, context) => {
      const [from, ids] = args
      authorized(context, from)
      const { session } = context
      const chains = session
        .chainIds()
        .filter((id) => ids?.includes(id) ?? true)
      return Object.fromEntries(
        chains.map((id) => [
          toQuantity(id),
          { atomic: { status: 'unsupported' } },
        ]),
      )
    }),
  } satisfies WalletMethods
}

/** Confirmed, reverted as a whole, or in part. */
function statusOf(receipts: readonly Receipt[], isWhole: boolean): number {
  const succeeded = receipts.filter(({ status }) => status === '0x1').length
  if (succeeded === 0) return 500
  return isWhole && succeeded === receipts.length ? 200 : 600
}

function formatReceipt(receipt: Receipt) {
  const { status, blockHash, blockNumber, gasUsed, transactionHash } = receipt
  const logs = receipt.logs as readonly { [field: string]: unknown }[]
  return {
    logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
    status,
    blockHash,
    blockNumber,
    gasUsed,
    transactionHash,
  }
}

/** No two batches send the same transactions. */
function idOf(hashes: readonly Hash[]): Hash {
  return toHex(
    keccak_256(toBytes(`0x${hashes.map((hash) => hash.slice(2)).join('')}`)),
  )
}

function parseId(given: unknown): Parsed<string> {
  return typeof given === 'string'
    ? { ok: true, value: given }
    : refuse(given, 'the id that "wallet_sendCalls" answered')
}

function parseChainIds(given: unknown): Parsed<readonly number[]> {
  if (!Array.isArray(given))
    return refuse(given, 'an array of chain ids as hex')
  const value: number[] = []
  for (const item of given) {
    const parsed = parseChainId(item)
    if (!parsed.ok) return parsed
    value.push(parsed.value)
  }
  return { ok: true, value }
}

/** The parameters of `wallet_sendCalls` (EIP-5792). */
export type AskedBatch = {
  readonly version: string
  readonly id: string | undefined
  readonly from: Address | undefined
  readonly chainId: number
  readonly isAtomic: boolean
  readonly calls: readonly AskedTransaction[]
  /** Capabilities that the wallet must have, and has not. */
  readonly capabilities: readonly string[]
}

const versions = ['1.0', '2.0.0']

export function parseBatch(given: unknown): Parsed<AskedBatch> {
  if (!isWire(given))
    return refuse(
      given,
      'an object { version, chainId, atomicRequired, calls }',
    )
  const { version, id, from, atomicRequired = false, calls } = given
  if (typeof version !== 'string' || !versions.includes(version))
    return refuse(version, '"version" as "2.0.0" or "1.0"')
  if (id !== undefined && (typeof id !== 'string' || id === ''))
    return refuse(id, '"id" as a string')
  const chainId = parseChainId(given.chainId)
  if (!chainId.ok) return chainId
  if (typeof atomicRequired !== 'boolean')
    return refuse(atomicRequired, '"atomicRequired" as true or false')
  const sender = from === undefined || from === null ? none : parseAddress(from)
  if (!sender.ok) return sender
  if (!Array.isArray(calls) || calls.length === 0)
    return refuse(calls, '"calls" as an array of { to, data, value }')
  try {
    return {
      ok: true,
      value: {
        version,
        id,
        from: sender.value,
        chainId: chainId.value,
        isAtomic: atomicRequired,
        calls: calls.map(parseCall),
        capabilities: [given, ...calls].flatMap(required),
      },
    }
  } catch (thrown) {
    if (!(thrown instanceof UnreadableFieldError)) throw thrown
    return { ok: false, given: thrown.message, expected: 'calls to send' }
  }
}

const none = { ok: true, value: undefined } as const

function parseCall(given: unknown, index: number): AskedTransaction {
  if (!isWire(given))
    throw new UnreadableFieldError(
      `calls[${index}]`,
      display(given),
      'an object',
    )
  const { to, data, value } = given
  return parseTransaction({ to, data, value }, `calls[${index}]`)
}

/** A capability may say that it is optional. */
function required(given: unknown): string[] {
  const { capabilities } = given as Wire
  if (!isWire(capabilities)) return []
  return Object.entries(capabilities)
    .filter(([, one]) => !(isWire(one) && one.optional === true))
    .map(([name]) => name)
}
