import { address, arrayOf, string, tuple, uint256 } from '../../base/abi/abi.js'
import { selectorOf, topicOf } from '../../base/abi/selector.js'
import { display } from '../../base/hex/display.js'
import {
  type Address,
  type Hash,
  type Hex,
  parseAddress,
  parseData,
  parseQuantity,
  toQuantity,
  toWord,
} from '../../base/hex/hex.js'
import {
  fitting,
  arrayOf as listOf,
  optional,
  readOptions,
} from '../../base/validation/fields.js'
import { invalidArgument } from '../../base/validation/problem.js'
import { isFunction, oneOf } from '../../base/validation/values.js'
import {
  accountContract,
  entryPoints,
  packedOperation,
} from '../../engine/natives/accounts/accountContract.js'
import {
  depositSlot,
  type EntryPointVersion,
  entryPoint as entryPointNative,
  hashOperation,
  type Packed,
  toValues,
} from '../../engine/natives/accounts/entryPoint.js'
import {
  paymaster as paymasterNative,
  sponsored,
} from '../../engine/natives/accounts/paymaster.js'
import {
  accountFactory,
  simpleAccount,
} from '../../engine/natives/accounts/simpleAccount.js'
import type { MockNode } from '../../index.js'

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

/** The first accounts of ERC-4337's own factory, as permissionless names them. */
const factories: { readonly [version in EntryPointVersion]: Address } = {
  '0.7': '0x91e60e0613810449d098b0b5ec8b51a0fe8c8985',
  '0.8': '0x13e9ed32155810fdbd067d4522c492d6f68e5944',
  '0.9': '0x13e9ed32155810fdbd067d4522c492d6f68e5945',
}
/** What accounts delegate to (EIP-7702), as viem names it. */
const delegates: readonly Address[] = [
  '0xe6cae83bde06e4c305530e199d7217f42808555b',
  '0xa46cc63ebf4bd77888aa327837d20b23a63a56b5',
]
const implementation: Address = '0x00000000000000000000000000000051e91eacc0'
const paymasterAddress: Address = '0x0000000000000000000000000000009a73a57e12'
const bundlerAddress: Address = '0x0000000000000000000000000000000000b0d1e2'

const plenty = 10n ** 24n
const gas = {
  verification: 200_000n,
  creation: 200_000n,
  paymaster: 100_000n,
  preVerification: 50_000n,
  bundle: 200_000n,
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

type Held = {
  readonly hash: Hash
  readonly packed: Packed
  readonly given: Wire
  readonly entryPoint: Address
  readonly authorization: Wire | undefined
  transactionHash: Hash | null
  status: BundledOperation['status']
}

type Wire = { readonly [field: string]: unknown }
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

  const waiting = () => held.filter(({ status }) => status === 'waiting')
  const find = (hash: unknown) => held.find((one) => one.hash === hash)

  function send(operations: readonly Held[]): Hash[] {
    const hashes: Hash[] = []
    for (const entryPoint of served.keys()) {
      const own = operations.filter((one) => one.entryPoint === entryPoint)
      const [first] = own
      if (first === undefined) continue
      const authorizationList = own.flatMap(({ authorization }) =>
        authorization === undefined ? [] : [readAuthorization(authorization)],
      )
      const hash = node.preconfirm({
        from: bundlerAddress,
        to: entryPoint,
        data: handleOps(own.map(({ packed }) => packed)),
        gas: own.reduce((sum, { packed }) => sum + limitOf(packed), gas.bundle),
        ...(authorizationList.length > 0 && {
          type: 'eip7702' as const,
          authorizationList,
        }),
        label: first.hash,
      } as Parameters<MockNode['preconfirm']>[0])
      for (const one of own) {
        one.transactionHash = hash
        one.status = 'bundled'
      }
      hashes.push(hash)
    }
    return hashes
  }

  /**
   * Those that pass together, as bundlers look before they send: one that fails
   * is dropped, or it would revert the whole bundle.
   */
  function fitting(operations: readonly Held[]): Held[] {
    const left = [...operations]
    for (;;) {
      const failed = failingOf(left)
      if (failed === undefined) return left
      failed.status = 'dropped'
      left.splice(left.indexOf(failed), 1)
    }
  }

  function failingOf(operations: readonly Held[]): Held | undefined {
    for (const entryPoint of served.keys()) {
      const own = operations.filter((one) => one.entryPoint === entryPoint)
      if (own.length === 0) continue
      const call = {
        from: bundlerAddress,
        to: entryPoint,
        data: handleOps(own.map(({ packed }) => packed)),
        gas: toQuantity(
          own.reduce((sum, { packed }) => sum + limitOf(packed), gas.bundle),
        ),
      }
      const overrides = Object.fromEntries(
        own.flatMap(({ packed, authorization }) =>
          authorization === undefined
            ? []
            : [
                [
                  packed.sender,
                  {
                    code: designatorOf(
                      `${authorization.address}`.toLowerCase(),
                    ),
                  },
                ],
              ],
        ),
      )
      try {
        node.view(node.now).request({
          method: 'eth_call',
          params: [call, 'pending', overrides],
        })
      } catch (thrown) {
        const { data } = thrown as { data?: unknown }
        return own[failedOp(data as Hex | undefined)?.index ?? 0]
      }
    }
    return undefined
  }

  function withdraw(one: Held, status: 'dropped' | 'replaced') {
    if (one.status === 'bundled' && one.transactionHash !== null)
      node.drop(one.transactionHash)
    one.status = status
  }

  async function accept(params: readonly unknown[], view: View) {
    const { packed, given, entryPoint, version, authorization } = parse(params)
    const chainId = BigInt(node.chain.id)
    const delegate = authorization?.address as Address | undefined
    const code =
      delegate === undefined ? undefined : designatorOf(delegate.toLowerCase())
    const own =
      delegate === undefined
        ? delegateIn(
            (await view.request({
              method: 'eth_getCode',
              params: [packed.sender, 'pending'],
            })) as Hex,
          )
        : (delegate.toLowerCase() as Address)
    const hash = hashOperation(version, packed, entryPoint, chainId, own)
    const older = held.find(
      (one) =>
        (one.status === 'waiting' || one.status === 'bundled') &&
        one.hash !== hash &&
        one.packed.sender === packed.sender &&
        one.packed.nonce === packed.nonce &&
        one.entryPoint === entryPoint,
    )
    const isOpen = older !== undefined && (await isStillOpen(older, view))
    if (isOpen && !pays(packed, older.packed))
      throw rpcError(
        -32602,
        'replacement underpriced: another operation has this sender and nonce. Raise both fees by a tenth at least.',
      )
    if (find(hash) !== undefined && find(hash)?.status !== 'dropped')
      throw rpcError(-32602, 'The bundler has this operation already.')
    await simulate(packed, entryPoint, code, view)
    if (isOpen) withdraw(older, 'replaced')
    const one: Held = {
      hash,
      packed,
      given,
      entryPoint,
      authorization,
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

  /** Runs the validation; rejects with its reason (ERC-7769). */
  async function simulate(
    packed: Packed,
    entryPoint: Address,
    code: Hex | undefined,
    view: View,
  ) {
    // Without calldata, nothing is executed. The signature is of the whole, so
    // an entry point of its own does not come into question.
    const call = {
      from: bundlerAddress,
      to: entryPoint,
      data: handleOps([packed]),
      gas: toQuantity(limitOf(packed) + gas.bundle),
    }
    try {
      await view.request({
        method: 'eth_call',
        params: [
          call,
          'pending',
          ...(code === undefined ? [] : [{ [packed.sender]: { code } }]),
        ],
      })
    } catch (thrown) {
      const { data } = thrown as { data?: unknown }
      throw refusal(
        typeof data === 'string' ? (data as Hex) : undefined,
        thrown,
      )
    }
  }

  async function estimate(params: readonly unknown[], view: View) {
    const { packed, entryPoint, authorization, given } = parse(params)
    const isCreated = packed.initCode.length > 42
    const delegate = authorization?.address as Hex | undefined
    let callGas = 500_000n
    if (!isCreated && packed.callData !== '0x') {
      const code = delegate && designatorOf(delegate.toLowerCase())
      try {
        const estimated = await view.request({
          method: 'eth_estimateGas',
          params: [
            { from: entryPoint, to: packed.sender, data: packed.callData },
            'pending',
            ...(code === undefined ? [] : [{ [packed.sender]: { code } }]),
          ],
        })
        callGas = (BigInt(estimated as Hex) * 3n) / 2n
      } catch (thrown) {
        const { data, message } = thrown as { data?: unknown; message: string }
        throw rpcError(-32521, `execution reverted: ${message}`, data)
      }
    }
    return {
      preVerificationGas: toQuantity(gas.preVerification),
      verificationGasLimit: toQuantity(
        gas.verification + (isCreated ? gas.creation : 0n),
      ),
      callGasLimit: toQuantity(callGas),
      ...(given.paymaster !== undefined && {
        paymasterVerificationGasLimit: toQuantity(gas.paymaster),
        paymasterPostOpGasLimit: toQuantity(0),
      }),
    }
  }

  async function byHash([hash]: readonly unknown[], view: View) {
    const one = find(hash)
    if (
      one === undefined ||
      one.status === 'dropped' ||
      one.status === 'replaced'
    )
      return null
    const transaction =
      one.transactionHash === null
        ? null
        : ((await view.request({
            method: 'eth_getTransactionByHash',
            params: [one.transactionHash],
          })) as Wire | null)
    if (one.transactionHash !== null && transaction === null && !isQueued(one))
      return null
    return {
      userOperation: { ...one.given },
      entryPoint: one.entryPoint,
      transactionHash: one.transactionHash,
      blockHash: transaction?.blockHash ?? null,
      blockNumber: transaction?.blockNumber ?? null,
    }
  }

  /** The node does not show what is queued, and has not dropped it. */
  const isQueued = (one: Held) => one.status === 'bundled'

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
      ...(reason !== undefined && { reason: reason.data }),
      logs: own,
      receipt,
    }
  }

  function payFor(params: readonly unknown[]) {
    const [operation, entryPoint, , context = {}] = params
    const at = addressOf(entryPoint, 'entryPoint')
    if (!served.has(at)) throw unsupported(entryPoint)
    const request = { operation: operation as Wire, entryPoint: at, context }
    if (!sponsor(request))
      throw rpcError(-32602, 'The paymaster does not pay for this operation.')
    return { paymaster: paymasterAddress, paymasterData: `0x${sponsored}` }
  }

  function parse([operation, entryPoint]: readonly unknown[]) {
    const at = addressOf(entryPoint, 'entryPoint')
    const version = served.get(at)
    if (version === undefined) throw unsupported(entryPoint)
    if (typeof operation !== 'object' || operation === null)
      throw rpcError(
        -32602,
        `The operation is ${display(operation)}, expected an object.`,
      )
    const given = operation as Wire
    const authorization = (given.eip7702Auth ?? undefined) as Wire | undefined
    return {
      packed: pack(given),
      given,
      entryPoint: at,
      version,
      authorization,
    }
  }

  function unsupported(given: unknown) {
    return rpcError(
      -32602,
      `The entry point ${display(given)} is not served, expected one of ${[...served.keys()].join(', ')}.`,
    )
  }

  const handlers = {
    eth_supportedEntryPoints: () => [...served.keys()],
    eth_sendUserOperation: accept,
    eth_estimateUserOperationGas: estimate,
    eth_getUserOperationByHash: byHash,
    eth_getUserOperationReceipt: receiptOf,
    pm_getPaymasterStubData: (params: readonly unknown[]) => ({
      ...payFor(params),
      paymasterVerificationGasLimit: toQuantity(gas.paymaster),
      paymasterPostOpGasLimit: toQuantity(0),
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
    bundle: () => send(fitting(waiting())),
    drop(hash) {
      const one = find(hash)
      if (
        one === undefined ||
        (one.status !== 'waiting' && one.status !== 'bundled')
      )
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

type Log = { readonly topics: readonly Hash[]; readonly data: Hex }

const eventTopic = topicOf(
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
)
const beginTopic = topicOf('BeforeExecution()')
const reasonTopic = topicOf(
  'UserOperationRevertReason(bytes32,address,uint256,bytes)',
)

function install(node: MockNode, versions: readonly EntryPointVersion[]) {
  for (const version of versions) {
    const at = entryPoints[version]
    node.setContract({
      type: 'native',
      address: at,
      native: entryPointNative(version),
      storage: { [depositSlot(paymasterAddress)]: toWord(plenty) },
    })
    node.setBalance({ address: at, value: plenty })
    node.setContract({
      type: 'native',
      address: factories[version],
      native: accountFactory(implementation),
    })
  }
  for (const delegate of delegates)
    node.setContract({ type: 'native', address: delegate, native: delegated })
  node.setContract({
    type: 'native',
    address: implementation,
    native: simpleAccount,
  })
  node.setContract({
    type: 'native',
    address: paymasterAddress,
    native: paymasterNative,
  })
  node.setBalance({ address: bundlerAddress, value: plenty })
}

const delegated = accountContract(({ address }) => address)

function designatorOf(delegate: string): Hex {
  return `0xef0100${delegate.slice(2)}`
}

function delegateIn(code: Hex): Address | undefined {
  return code.startsWith('0xef0100') ? `0x${code.slice(8)}` : undefined
}

function handleOps(operations: readonly Packed[]): Hex {
  const parameters = tuple(arrayOf(packedOperation), address)
  return `0x${selectorOf(`handleOps${parameters.name}`)}${parameters.encode([operations.map(toValues), bundlerAddress])}`
}

/** All the gas that an operation may take. */
function limitOf({
  accountGasLimits,
  preVerificationGas,
  paymasterAndData,
}: Packed): bigint {
  const sum = (word: string) =>
    BigInt(`0x${word.slice(0, 32) || '0'}`) +
    BigInt(`0x${word.slice(32, 64) || '0'}`)
  return (
    sum(accountGasLimits.slice(2)) +
    preVerificationGas +
    sum(paymasterAndData.slice(42))
  )
}

/** A tenth more of both fees, as pools want it. */
function pays({ gasFees: next }: Packed, { gasFees: before }: Packed): boolean {
  const fees = (word: Hash) => [
    BigInt(word.slice(0, 34)),
    BigInt(`0x${word.slice(34)}`),
  ]
  const [tip = 0n, most = 0n] = fees(next)
  const [oldTip = 0n, oldMost = 0n] = fees(before)
  return tip * 10n >= oldTip * 11n && most * 10n >= oldMost * 11n
}

function pack(given: Wire): Packed {
  const data = (name: string): Hex => {
    const value = given[name] ?? '0x'
    const parsed = parseData(value)
    if (!parsed.ok) throw wrong(name, value, 'hex digits')
    return parsed.value
  }
  const number = (name: string): bigint => {
    const value = given[name] ?? '0x0'
    const parsed = parseQuantity(value)
    if (!parsed.ok) throw wrong(name, value, 'a quantity as hex')
    return parsed.value
  }
  const pair = (high: string, low: string): Hash =>
    toWord((number(high) << 128n) | number(low))
  const factory = given.factory ?? undefined
  const paymaster = given.paymaster ?? undefined
  return {
    sender: addressOf(given.sender, 'sender'),
    nonce: number('nonce'),
    initCode:
      factory === undefined
        ? '0x'
        : factory === '0x7702'
          ? `0x7702${'0'.repeat(36)}${data('factoryData').slice(2)}`
          : `${addressOf(factory, 'factory')}${data('factoryData').slice(2)}`,
    callData: data('callData'),
    accountGasLimits: pair('verificationGasLimit', 'callGasLimit'),
    preVerificationGas: number('preVerificationGas'),
    gasFees: pair('maxPriorityFeePerGas', 'maxFeePerGas'),
    paymasterAndData:
      paymaster === undefined
        ? '0x'
        : `${addressOf(paymaster, 'paymaster')}${pair('paymasterVerificationGasLimit', 'paymasterPostOpGasLimit').slice(2)}${data('paymasterData').slice(2)}`,
    signature: data('signature'),
  }
}

function readAuthorization(given: Wire) {
  const { chainId, address, nonce, r, s } = given
  return {
    chainId: Number(chainId),
    address: addressOf(address, 'eip7702Auth.address'),
    nonce: Number(nonce),
    yParity: Number(given.yParity ?? 0) as 0 | 1,
    r: toWord(BigInt(r as Hex)),
    s: toWord(BigInt(s as Hex)),
  }
}

function addressOf(given: unknown, name: string): Address {
  const parsed = parseAddress(given)
  if (!parsed.ok) throw wrong(name, given, 'an address')
  return parsed.value
}

function wrong(name: string, given: unknown, expected: string) {
  return rpcError(
    -32602,
    `Invalid operation: "${name}" is ${display(given)}, expected ${expected}.`,
  )
}

/** Which operation of a bundle the entry point refuses, and why. */
function failedOp(data: Hex | undefined) {
  const selector = data?.slice(0, 10)
  const isFailed =
    selector === `0x${selectorOf('FailedOp(uint256,string)')}` ||
    selector === `0x${selectorOf('FailedOpWithRevert(uint256,string,bytes)')}`
  if (data === undefined || !isFailed) return undefined
  const [index, reason] = tuple(uint256, string).decode(data, 10)
  return { index: Number(index), reason }
}

/** ERC-7769's code for what the entry point says. */
function refusal(data: Hex | undefined, thrown: unknown) {
  const failed = failedOp(data)
  if (failed === undefined) {
    const { message } = thrown as { message?: unknown }
    return rpcError(-32500, `validation failed: ${message}`, data)
  }
  const { reason } = failed
  const code = /^AA[23]4/.test(reason)
    ? -32507
    : /^AA[23]2/.test(reason)
      ? -32503
      : reason.startsWith('AA3')
        ? -32501
        : -32500
  return rpcError(code, reason, data)
}

function rpcError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), {
    code,
    ...(data !== undefined && { data }),
  })
}
