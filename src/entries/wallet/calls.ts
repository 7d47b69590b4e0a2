import { keccak_256 } from '@noble/hashes/sha3.js'
import { isWire, unreadable, type Wire } from '../../base/codec/wire.js'
import { isPresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import {
  type Address,
  delegateOf,
  type Hash,
  type Hex,
  nonceAfter,
  parseAddress,
  type Result,
  refuse,
  toBytes,
  toHex,
  toNonce,
  toQuantity,
  zeroAddress,
} from '../../base/hex/hex.js'
import { hasSucceeded, receiptStatus } from '../../base/hex/receiptStatus.js'
import type { WalletDoor } from '../../doors/walletDoor.js'
import { batchData } from '../../engine/natives/accounts/accountContract.js'
import type { Parameter } from '../../rpc/method/method.js'
import {
  type Approval,
  address,
  authorized,
  EndedError,
  type MethodContext,
  method,
  nodeOf,
  parseChainId,
  rpcError,
  type WalletMethods,
} from './context.js'
import { type Account, authorize } from './keys/accounts.js'
import { sendSponsored } from './operations.js'
import { batchesOf, defaultDelegate, type WalletBatches } from './profile.js'
import {
  type AskedTransaction,
  edit,
  fillGasAndFees,
  nextNonce,
  parseTransaction,
  send,
  sendAgain,
  sendSigned,
} from './transactions.js'

/** Calls that were sent. */
type Batch = {
  readonly version: string
  readonly node: WalletDoor
  readonly isAtomic: boolean
  readonly capabilities?: object | undefined
  /** How it stands now: 100, 200, 400, 500 or 600, and its receipts. */
  readonly read: (context: MethodContext) => Promise<Standing>
}

type Standing = { readonly status: number; readonly receipts?: Receipt[] }

/** What a batch is sent with. */
type Sending = {
  readonly asked: AskedBatch
  readonly account: Account
  readonly node: WalletDoor
  readonly context: MethodContext
  readonly approval: Approval
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
      const { profile } = context
      const supported = batchesOf(profile)
      check(asked, supported)
      const isMany = asked.calls.length > 1
      const isUpgraded =
        supported.atomic === 'supported' ||
        (supported.atomic === 'ready' &&
          (await delegateAt(node, from, context)) === delegateIn(supported))
      if (isMany && supported.upgrade === 'refused' && !isUpgraded)
        throw rpcError(5750, 'The user does not want a smart account.')
      if (asked.id !== undefined && batches.has(asked.id))
        throw rpcError(5720, `A batch has the id ${display(asked.id)} already.`)
      const approval = await confirm('wallet_sendCalls', params)
      const sending = { asked, account, node, context, approval }
      const { id, ...batch } =
        profile.sends === 'safeTransaction'
          ? propose(sending)
          : asked.paymaster !== undefined &&
              supported.capabilities?.paymasterService !== undefined
            ? await sendOperation(sending)
            : isMany && supported.atomic !== 'unsupported'
              ? await sendAtOnce(sending)
              : await sendInTurn(sending)
      const { version } = asked
      batches.set(asked.id ?? id, { version, node, ...batch })
      return version === '1.0' ? (asked.id ?? id) : { id: asked.id ?? id }
    }),

    wallet_getCallsStatus: method([batchId], async ([id], context) => {
      const { version, node, isAtomic, read, capabilities } = known(id)
      const { status, receipts } = await read(context)
      return {
        version,
        id,
        chainId: toQuantity(node.chainId),
        atomic: isAtomic,
        status,
        ...(receipts !== undefined && {
          receipts: receipts.map(formatReceipt),
        }),
        ...(capabilities !== undefined && { capabilities }),
      }
    }),

    wallet_showCallsStatus: method([batchId], ([id]) => {
      known(id)
      return null
    }),

    wallet_getCapabilities: method(
      [address, chainIds],
      async (args, context) => {
        const [from, ids] = args
        authorized(context, from)
        const { session, profile } = context
        const supported = batchesOf(profile)
        const { atomic, capabilities } = supported
        const chains = session
          .chainIds()
          .filter((id) => ids?.includes(id) ?? true)
        const answer: { [chainId: Hex]: object } = {}
        for (const id of chains) {
          const node = session.nodeOf(id) as WalletDoor
          const isUpgraded =
            atomic === 'ready' &&
            (await delegateAt(node, from, context)) === delegateIn(supported)
          answer[toQuantity(id)] = {
            atomic: { status: isUpgraded ? 'supported' : atomic },
            ...capabilities,
          }
        }
        return answer
      },
    ),
  } satisfies WalletMethods
}

/** @throws EndedError naming what the wallet does not have. */
function check(asked: AskedBatch, supported: WalletBatches) {
  const { atomic, capabilities = {}, versions, most } = supported
  if (versions !== undefined && !versions.includes(asked.version))
    throw rpcError(
      -32000,
      `Version not supported: given ${asked.version}, expected ${versions.join(' or ')}.`,
    )
  const missing = asked.capabilities.find((name) => !(name in capabilities))
  if (missing !== undefined)
    throw rpcError(
      5700,
      `The wallet has no capability ${display(missing)}, which is not marked as optional.`,
    )
  if (asked.isAtomic && atomic === 'unsupported')
    throw rpcError(
      5760,
      'The wallet sends calls one after the other. Ask with "atomicRequired": false.',
    )
  if (most !== undefined && asked.calls.length > most)
    throw rpcError(
      5740,
      `The batch has ${asked.calls.length} calls, but the wallet sends at most ${most}.`,
    )
}

function delegateIn({ delegate = defaultDelegate }: WalletBatches): Address {
  return delegate
}

/** What an account delegates to (EIP-7702). */
async function delegateAt(
  node: WalletDoor,
  address: Address,
  { ask }: MethodContext,
): Promise<Address | undefined> {
  const code = (await ask(node, 'eth_getCode', [address, 'pending'])) as Hex
  return delegateOf(code)
}

/** One transaction for each call. */
async function sendInTurn({
  asked,
  account,
  node,
  context,
  approval,
}: Sending) {
  const hashes: Hash[] = []
  let isWhole = true
  for (const call of asked.calls) {
    try {
      const edited = edit(call, approval)
      hashes.push(await send(edited, account, node, context))
      if (approval.clicks === 2) await sendAgain(edited, account, node, context)
    } catch (thrown) {
      // Transactions already sent stay sent: the status says that not all were.
      if (hashes.length === 0 || !(thrown instanceof EndedError)) throw thrown
      isWhole = false
      break
    }
  }
  return {
    id: idOf(hashes),
    isAtomic: false,
    read: (context: MethodContext) => readAll(hashes, isWhole, node, context),
  }
}

async function readAll(
  hashes: readonly Hash[],
  isWhole: boolean,
  node: WalletDoor,
  context: MethodContext,
): Promise<Standing> {
  const found: Receipt[] = []
  let replaced = 0
  for (const hash of hashes) {
    const receipt = await context.ask(node, 'eth_getTransactionReceipt', [hash])
    if (receipt !== null) found.push(receipt as Receipt)
    else if (await isReplaced(hash, node, context)) replaced++
  }
  if (found.length + replaced < hashes.length) return { status: 100 }
  if (found.length === 0) return { status: 400 }
  return {
    status: statusOf(found, isWhole && replaced === 0),
    receipts: found,
  }
}

/** Another transaction has its nonce, and is sealed. */
async function isReplaced(
  hash: Hash,
  node: WalletDoor,
  { ask, session }: MethodContext,
): Promise<boolean> {
  const sent = session.sent.find((one) => one.hash === hash)
  if (sent === undefined) return false
  const { address } = sent.account
  const count = await ask(node, 'eth_getTransactionCount', [address, 'latest'])
  return toNonce(BigInt(count as Hex)) > sent.nonce
}

/** One transaction of the account to itself, delegated to code that calls all. */
async function sendAtOnce({
  asked,
  account,
  node,
  context,
  approval,
}: Sending) {
  const delegate = delegateIn(batchesOf(context.profile))
  const isDelegated =
    (await delegateAt(node, account.address, context)) === delegate
  const hash = await context.inTurn(async () => {
    const nonce =
      approval.edits.nonce ?? (await nextNonce(account, node, context))
    const transaction = edit(
      {
        type: isDelegated ? undefined : ('eip7702' as const),
        to: account.address,
        value: 0n,
        data: batchData(asked.calls.map(toCall)),
        ...(!isDelegated && {
          authorizationList: [
            authorize(account, {
              chainId: node.chainId,
              address: delegate,
              // The transaction itself takes the one before.
              nonce: nonceAfter(nonce),
            }),
          ],
        }),
      },
      approval,
    )
    const filled = await fillGasAndFees(
      transaction,
      account.address,
      node,
      context,
    )
    return sendSigned({ filled, account, node, nonce }, context)
  })
  return {
    id: idOf([hash]),
    isAtomic: true,
    read: (context: MethodContext) => readAll([hash], true, node, context),
  }
}

function toCall({ to, value, data }: AskedTransaction) {
  return { to: to ?? zeroAddress, value: value ?? 0n, data: data ?? '0x' }
}

/** One user operation, which a paymaster pays for. */
async function sendOperation({ asked, account, node, context }: Sending) {
  const supported = batchesOf(context.profile)
  const delegate = delegateIn(supported)
  const at = await delegateAt(node, account.address, context)
  const id = await sendSponsored(
    asked.calls.map(toCall),
    asked.paymaster?.context,
    {
      account,
      delegate: at === delegate ? undefined : delegate,
      node,
      context,
    },
  )
  return {
    id,
    isAtomic: true,
    capabilities: { paymasterService: { isSponsored: true } },
    async read({ ask }: MethodContext): Promise<Standing> {
      const receipt = (await ask(node, 'eth_getUserOperationReceipt', [
        id,
      ])) as {
        success: boolean
        receipt: Receipt
      } | null
      if (receipt === null) {
        const operation = await ask(node, 'eth_getUserOperationByHash', [id])
        return { status: operation === null ? 400 : 100 }
      }
      const status = receiptStatus(receipt.success)
      return {
        status: receipt.success ? 200 : 500,
        receipts: [{ ...receipt.receipt, status }],
      }
    },
  }
}

/** To the owners of the Safe, as one transaction. */
function propose({ asked, account, node, context }: Sending) {
  const { owned } = context
  if (owned === undefined) throw rpcError(-32603, 'The wallet has no Safe.')
  const id = owned.propose(asked.calls.map(toCall), node)
  return {
    id,
    isAtomic: true,
    read: (context: MethodContext) => owned.read(id, account, context),
  }
}

/** Confirmed, reverted as a whole, or in part. */
function statusOf(receipts: readonly Receipt[], isWhole: boolean): number {
  const succeeded = receipts.filter(hasSucceeded).length
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

function parseId(given: unknown): Result<string> {
  return typeof given === 'string'
    ? { ok: true, value: given }
    : refuse(given, 'the id that "wallet_sendCalls" answered')
}

function parseChainIds(given: unknown): Result<readonly number[]> {
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
  /** Capabilities that the wallet must have. */
  readonly capabilities: readonly string[]
  /** The service that pays for the gas (ERC-7677). */
  readonly paymaster:
    | { readonly url: string; readonly context: unknown }
    | undefined
}

const versions = ['1.0', '2.0.0']

function parseBatch(given: unknown): Result<AskedBatch> {
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
        paymaster: paymasterIn(given),
      },
    }
  } catch (thrown) {
    if (!isPresealError(thrown, 'InvalidParametersError')) throw thrown
    return { ok: false, given: thrown.message, expected: 'calls to send' }
  }
}

const none = { ok: true, value: undefined } as const

function parseCall(given: unknown, index: number): AskedTransaction {
  if (!isWire(given))
    throw unreadable(`calls[${index}]`, display(given), 'an object')
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

function paymasterIn({ capabilities }: Wire): AskedBatch['paymaster'] {
  if (!isWire(capabilities)) return undefined
  const { paymasterService: service } = capabilities
  return isWire(service) && typeof service.url === 'string'
    ? { url: service.url, context: service.context ?? {} }
    : undefined
}
