import { bytes, tuple, uint256 } from '../../base/abi/abi.js'
import { selectorOf, topicOf } from '../../base/abi/selector.js'
import { display } from '../../base/hex/display.js'
import {
  type Address,
  delegateOf,
  type Hash,
  type Hex,
  toQuantity,
  zeroAddress,
} from '../../base/hex/hex.js'
import {
  fitting,
  arrayOf as listOf,
  optional,
  readOptions,
} from '../../base/validation/fields.js'
import { invalidArgument } from '../../base/validation/problem.js'
import { isFunction, oneOf } from '../../base/validation/values.js'
import { entryPoints } from '../../engine/natives/accounts/accountContract.js'
import {
  type EntryPointVersion,
  hashOperation,
  isCreating,
} from '../../engine/natives/accounts/entryPoint.js'
import { sponsored } from '../../engine/natives/accounts/paymaster.js'
import type { MockNode } from '../../index.js'
import { bundlerAddress, install, paymasterAddress } from './contracts.js'
import {
  authorizationsOf,
  callOf,
  failedOp,
  gas,
  type Operation,
  outbids,
  overridesOf,
  parseEntryPoint,
  parseOperation,
  refusal,
  rpcError,
  type Wire,
} from './operation.js'

/** A user operation of the bundler (ERC-4337). */
export type BundledOperation = {
  readonly hash: Hash
  readonly sender: Address
  readonly nonce: bigint
  readonly entryPoint: Address
  /** Of the transaction that contains it; null until it is bundled. */
  readonly transactionHash: Hash | null
  readonly status: 'waiting' | 'bundled' | 'dropped' | 'replaced'
}

/** An operation as a paymaster's service is asked about it. */
export type SponsorRequest = {
  readonly operation: { readonly [field: string]: unknown }
  readonly entryPoint: Address
  readonly context: unknown
}

export type BundlerOptions = {
  /** Versions of the entry point; default `['0.7', '0.8', '0.9']` */
  versions?: readonly EntryPointVersion[] | undefined
  /**
   * Whether each operation is bundled at once, or when `bundler.bundle` is
   * called; default `'auto'`
   */
  bundling?: 'auto' | 'manual' | undefined
  /** Whether the paymaster pays for an operation; default for all */
  sponsor?: ((request: SponsorRequest) => boolean) | undefined
}

/** A bundler and a paymaster at a node's door. */
export type Bundler = {
  /** Addresses of the entry points, oldest version first. */
  readonly entryPoints: readonly Address[]
  /** The account that sends bundles. */
  readonly account: Address
  /** The paymaster's contract. */
  readonly paymaster: Address
  /** All operations that it has accepted, oldest first. */
  readonly operations: readonly BundledOperation[]
  /**
   * Sends the operations that wait, in one transaction for each entry point, and
   * returns the hashes of the transactions.
   */
  bundle(): Hash[]
  /**
   * Drops an operation that waits or whose transaction is not sealed yet.
   *
   * @throws InvalidParametersError if there is none.
   */
  drop(hash: Hash): void
  /** Ends the service; its contracts stay. */
  stop(): void
}

const fields = {
  versions: optional(listOf(oneOf('0.7', '0.8', '0.9')), [
    '0.7',
    '0.8',
    '0.9',
  ] as EntryPointVersion[]),
  bundling: optional(oneOf('auto', 'manual'), 'auto' as const),
  sponsor: optional(
    fitting<(request: SponsorRequest) => boolean>(
      isFunction,
      'a function ({ operation, entryPoint, context }) => boolean',
    ),
    () => true,
  ),
}

type Held = Operation & {
  readonly hash: Hash
  transactionHash: Hash | null
  status: BundledOperation['status']
}

type View = {
  request(request: {
    method: string
    params: unknown[]
  }): Promise<unknown> | unknown
}

/**
 * Serves ERC-4337 in front of a node: entry points and simple accounts as native
 * contracts, and the methods of bundlers and paymasters at the node's door.
 *
 * @example
 * const node = createMockNode()
 * const bundler = createBundler(node)
 * const client = createBundlerClient({ account, transport: custom(node.provider) })
 * await client.sendUserOperation({ calls: [{ to: bob, value: 1n }] })
 * node.nextBlock()
 *
 * @throws InvalidParametersError naming every option that is wrong.
 */
export function createBundler(
  node: MockNode,
  options: BundlerOptions = {},
): Bundler {
  const { versions, bundling, sponsor } = readOptions(
    'createBundler',
    options,
    fields,
  )
  const served = new Map<Address, EntryPointVersion>(
    versions.map((version) => [entryPoints[version], version]),
  )
  const held: Held[] = []
  install(node, versions)

  const isLive = ({ status }: Held) =>
    status === 'waiting' || status === 'bundled'
  // One that was dropped may be sent again.
  const find = (hash: unknown) => held.filter((one) => one.hash === hash).at(-1)
  const byEntryPoint = (operations: readonly Held[]) =>
    [...served.keys()]
      .map((at) => operations.filter(({ entryPoint }) => entryPoint === at))
      .filter((own) => own.length > 0)

  function send(operations: readonly Held[]): Hash[] {
    return byEntryPoint(operations).map((own) => {
      const [{ entryPoint, hash: label }] = own as [Held]
      const authorizationList = authorizationsOf(own)
      const transactionHash = node.preconfirm({
        ...callOf(entryPoint, own).call,
        ...(authorizationList.length > 0 && {
          type: 'eip7702' as const,
          authorizationList,
        }),
        label,
      } as Parameters<MockNode['preconfirm']>[0])
      for (const one of own)
        Object.assign(one, { transactionHash, status: 'bundled' })
      return transactionHash
    })
  }

  /**
   * Those that pass together, as bundlers look before they send: one that fails
   * is dropped, or it would revert the whole bundle.
   */
  function passing(operations: readonly Held[]): readonly Held[] {
    const failed = byEntryPoint(operations).map(failingOf).find(Boolean)
    if (failed === undefined) return operations
    failed.status = 'dropped'
    return passing(operations.filter((one) => one !== failed))
  }

  function failingOf(own: readonly Held[]): Held | undefined {
    try {
      run(own, node.view(node.now) as View)
      return undefined
    } catch (thrown) {
      return own[failedOp(thrown)?.index ?? 0]
    }
  }

  /** Rejects, or in a view throws, if their entry point refuses one. */
  function run(own: readonly Operation[], view: View) {
    const [{ entryPoint }] = own as [Operation]
    const { call, overrides } = callOf(entryPoint, own)
    return view.request({
      method: 'eth_call',
      params: [{ ...call, gas: toQuantity(call.gas) }, 'pending', overrides],
    })
  }

  function withdraw(one: Held, status: 'dropped' | 'replaced') {
    if (one.status === 'bundled' && one.transactionHash !== null)
      node.drop(one.transactionHash)
    one.status = status
  }

  async function accept(params: readonly unknown[], view: View) {
    const operation = parseOperation(params, served)
    const { packed, entryPoint, version, delegate } = operation
    const getCode = {
      method: 'eth_getCode',
      params: [packed.sender, 'pending'],
    }
    const hash = hashOperation(
      version,
      packed,
      entryPoint,
      BigInt(node.chain.id),
      delegate ?? delegateOf((await view.request(getCode)) as Hex),
    )
    const older = held.find(
      (one) =>
        isLive(one) &&
        one.hash !== hash &&
        one.packed.sender === packed.sender &&
        one.packed.nonce === packed.nonce &&
        one.entryPoint === entryPoint,
    )
    const isOpen = older !== undefined && (await isStillOpen(older, view))
    if (isOpen && !outbids(operation, older))
      throw rpcError(
        -32602,
        'replacement underpriced: another operation has this sender and nonce. Raise both fees by a tenth at least.',
      )
    const same = find(hash)
    if (same !== undefined && same.status !== 'dropped')
      throw rpcError(-32602, 'The bundler has this operation already.')
    try {
      await run([operation], view)
    } catch (thrown) {
      throw refusal(thrown)
    }
    if (isOpen) withdraw(older, 'replaced')
    const one: Held = {
      ...operation,
      hash,
      transactionHash: null,
      status: 'waiting',
    }
    held.push(one)
    if (bundling === 'auto') send([one])
    return hash
  }

  async function isStillOpen(one: Held, view: View): Promise<boolean> {
    if (one.status === 'waiting') return true
    const receipt = await view.request({
      method: 'eth_getTransactionReceipt',
      params: [one.transactionHash],
    })
    return receipt === null
  }

  async function estimate(params: readonly unknown[], view: View) {
    const operation = parseOperation(params, served)
    const { packed, entryPoint, given } = operation
    const isCreated = isCreating(packed.initCode)
    const overrides = await stateOf(operation, view)
    let callGas = 500_000n
    if (packed.callData !== '0x')
      try {
        const estimated = await view.request({
          method: 'eth_estimateGas',
          params: [
            { from: entryPoint, to: packed.sender, data: packed.callData },
            'pending',
            overrides,
          ],
        })
        callGas = (BigInt(estimated as Hex) * 3n) / 2n
      } catch (thrown) {
        const { data, message } = thrown as { data?: unknown; message: string }
        throw rpcError(-32521, `execution reverted: ${message}`, data)
      }
    return {
      preVerificationGas: toQuantity(gas.preVerification),
      verificationGasLimit: toQuantity(
        gas.verification + (isCreated ? gas.creation : 0n),
      ),
      callGasLimit: toQuantity(callGas),
      ...(given.paymaster !== undefined && paymasterGas),
    }
  }

  /**
   * The state that the calls of an operation find, where its factory has run.
   *
   * @throws what the entry point would say of the factory or the sender.
   */
  async function stateOf(operation: Operation, view: View) {
    const { packed, entryPoint, delegate } = operation
    const { sender, initCode } = packed
    const params = [sender, 'pending']
    const code = await view.request({ method: 'eth_getCode', params })
    if (!isCreating(initCode)) {
      if (code === '0x' && delegate === undefined)
        throw rpcError(-32500, 'AA20 account not deployed')
      return overridesOf([operation])
    }
    if (code !== '0x') throw rpcError(-32500, 'AA10 sender already constructed')
    const made = await senderOf(operation, view)
    if (made === zeroAddress)
      throw rpcError(-32500, 'AA13 initCode failed or OOG')
    if (made !== sender)
      throw rpcError(-32500, 'AA14 initCode must return sender')
    const to = initCode.slice(0, 42)
    const creation = { from: entryPoint, to, data: `0x${initCode.slice(42)}` }
    const tracer = {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: true },
    }
    const { post } = (await view.request({
      method: 'debug_traceCall',
      params: [creation, 'pending', tracer],
    })) as { post: { [address: Address]: Changed } }
    if (post[sender]?.code === undefined)
      throw rpcError(-32500, 'AA15 initCode must create sender')
    return Object.fromEntries(
      Object.entries(post).map(
        ([address, { balance, nonce, code, storage }]) => [
          address,
          {
            balance,
            code,
            stateDiff: storage,
            ...(nonce !== undefined && { nonce: toQuantity(nonce) }),
          },
        ],
      ),
    )
  }

  /** What the factory makes; the entry point tells it by a revert. */
  async function senderOf(
    { packed, entryPoint: to }: Operation,
    view: View,
  ): Promise<Address> {
    const data = `0x${selectorOf('getSenderAddress(bytes)')}${tuple(bytes).encode([packed.initCode])}`
    try {
      await view.request({
        method: 'eth_call',
        params: [{ to, data }, 'pending'],
      })
    } catch (thrown) {
      const { data } = thrown as { data?: unknown }
      if (typeof data === 'string' && data.length === 74)
        return `0x${data.slice(34)}`
      throw thrown
    }
    return zeroAddress
  }

  async function byHash([hash]: readonly unknown[], view: View) {
    const one = find(hash)
    if (one === undefined || !isLive(one)) return null
    const { given, entryPoint, transactionHash } = one
    // The node does not show what is queued.
    const transaction =
      transactionHash === null
        ? null
        : ((await view.request({
            method: 'eth_getTransactionByHash',
            params: [transactionHash],
          })) as Wire | null)
    return {
      userOperation: { ...given },
      entryPoint,
      transactionHash,
      blockHash: transaction?.blockHash ?? null,
      blockNumber: transaction?.blockNumber ?? null,
    }
  }

  async function receiptOf([hash]: readonly unknown[], view: View) {
    const one = find(hash)
    if (one?.transactionHash == null) return null
    const receipt = (await view.request({
      method: 'eth_getTransactionReceipt',
      params: [one.transactionHash],
    })) as { logs: Log[]; [field: string]: unknown } | null
    if (receipt === null) return null
    const logs = receipt.logs
    const end = logs.findIndex(
      ({ topics }) => topics[0] === eventTopic && topics[1] === one.hash,
    )
    const event = logs[end]
    if (event === undefined) return null
    // Its logs follow those of the operation before it.
    const isEdge = ({ topics: [topic] }: Log) =>
      topic === eventTopic || topic === beginTopic
    const before = logs.slice(0, end).map(isEdge).lastIndexOf(true)
    const [nonce, success, actualGasCost, actualGasUsed] = tuple(
      uint256,
      uint256,
      uint256,
      uint256,
    ).decode(event.data, 2)
    const own = logs.slice(before + 1, end)
    const reason = own.find(({ topics }) => topics[0] === reasonTopic)
    return {
      userOpHash: one.hash,
      entryPoint: one.entryPoint,
      sender: one.packed.sender,
      nonce: toQuantity(nonce),
      paymaster: `0x${event.topics[3]?.slice(26)}`,
      actualGasCost: toQuantity(actualGasCost),
      actualGasUsed: toQuantity(actualGasUsed),
      success: success === 1n,
      ...(reason !== undefined && {
        reason: tuple(uint256, bytes).decode(reason.data, 2)[1],
      }),
      logs: own,
      receipt,
    }
  }

  function payFor([operation, entryPoint, , context = {}]: readonly unknown[]) {
    const at = parseEntryPoint(entryPoint, served)
    const request = { operation: operation as Wire, entryPoint: at, context }
    if (!sponsor(request))
      throw rpcError(-32602, 'The paymaster does not pay for this operation.')
    return { paymaster: paymasterAddress, paymasterData: `0x${sponsored}` }
  }

  const handlers = {
    eth_supportedEntryPoints: () => [...served.keys()],
    eth_sendUserOperation: accept,
    eth_estimateUserOperationGas: estimate,
    eth_getUserOperationByHash: byHash,
    eth_getUserOperationReceipt: receiptOf,
    pm_getPaymasterStubData: (params: readonly unknown[]) => ({
      ...payFor(params),
      ...paymasterGas,
    }),
    pm_getPaymasterData: payFor,
  }
  const stops = Object.entries(handlers).map(([method, answer]) =>
    node.handle(method as 'eth_call', answer as never),
  )

  return {
    entryPoints: [...served.keys()],
    account: bundlerAddress,
    paymaster: paymasterAddress,
    get operations() {
      return held.map(
        ({ hash, packed, entryPoint, transactionHash, status }) => ({
          hash,
          sender: packed.sender,
          nonce: packed.nonce,
          entryPoint,
          transactionHash,
          status,
        }),
      )
    },
    bundle: () =>
      send(passing(held.filter(({ status }) => status === 'waiting'))),
    drop(hash) {
      const one = find(hash)
      if (one === undefined || !isLive(one))
        throw invalidArgument(
          'bundler.drop',
          display(hash),
          'the hash of an operation that waits or is bundled; bundler.operations lists them',
        )
      withdraw(one, 'dropped')
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}

const paymasterGas = {
  paymasterVerificationGasLimit: toQuantity(gas.paymaster),
  paymasterPostOpGasLimit: toQuantity(0),
}

/** An account as geth's tracer shows what became of it. */
type Changed = {
  readonly balance?: Hex
  readonly nonce?: number
  readonly code?: Hex
  readonly storage?: { readonly [slot: Hash]: Hash }
}

type Log = { readonly topics: readonly Hash[]; readonly data: Hex }

const eventTopic = topicOf(
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
)
const beginTopic = topicOf('BeforeExecution()')
const reasonTopic = topicOf(
  'UserOperationRevertReason(bytes32,address,uint256,bytes)',
)
