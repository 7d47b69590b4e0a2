import { address, arrayOf, string, tuple, uint256 } from '../../base/abi/abi.js'
import { selectorOf } from '../../base/abi/selector.js'
import { display } from '../../base/hex/display.js'
import {
  type Address,
  designatorOf,
  type Hash,
  type Hex,
  parseAddress,
  parseData,
  parseQuantity,
  type Result,
  toWord,
} from '../../base/hex/hex.js'
import { packedOperation } from '../../engine/natives/accounts/accountContract.js'
import {
  type EntryPointVersion,
  type Packed,
  toValues,
} from '../../engine/natives/accounts/entryPoint.js'
import { bundlerAddress } from './contracts.js'

/** JSON of a client's. */
export type Wire = { readonly [field: string]: unknown }

/** A user operation that was read. */
export type Operation = {
  readonly packed: Packed
  /** As its client sent it. */
  readonly given: Wire
  readonly entryPoint: Address
  readonly version: EntryPointVersion
  /** What its transaction lets the sender delegate to (EIP-7702). */
  readonly delegate: Address | undefined
}

/** Gas that is not measured: what an estimate says, and a bundle besides. */
export const gas = {
  verification: 200_000n,
  creation: 200_000n,
  paymaster: 100_000n,
  preVerification: 50_000n,
  bundle: 200_000n,
}

/** @throws an error of JSON-RPC that names the field that is wrong. */
export function parseOperation(
  [operation, entryPoint]: readonly unknown[],
  served: ReadonlyMap<Address, EntryPointVersion>,
): Operation {
  const at = parseEntryPoint(entryPoint, served)
  if (typeof operation !== 'object' || operation === null)
    throw rpcError(
      -32602,
      `The operation is ${display(operation)}, expected an object.`,
    )
  const given = operation as Wire
  const authorization = given.eip7702Auth as Wire | null | undefined
  return {
    packed: pack(given),
    given,
    entryPoint: at,
    version: served.get(at) as EntryPointVersion,
    delegate:
      authorization == null
        ? undefined
        : addressOf(authorization.address, 'eip7702Auth.address'),
  }
}

/** The address of an entry point that is served. */
export function parseEntryPoint(
  given: unknown,
  served: ReadonlyMap<Address, EntryPointVersion>,
): Address {
  const at = addressOf(given, 'entryPoint')
  if (served.has(at)) return at
  throw rpcError(
    -32602,
    `The entry point ${display(given)} is not served, expected one of ${[...served.keys()].join(', ')}.`,
  )
}

function pack(given: Wire): Packed {
  const data = (name: string) =>
    readAs(parseData, given[name] ?? '0x', name, 'hex digits')
  const number = (name: string) =>
    readAs(parseQuantity, given[name] ?? '0x0', name, 'a quantity as hex')
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

/** What its transaction needs of the operations that delegate. */
export function authorizationsOf(operations: readonly Operation[]) {
  return operations.flatMap(({ given, delegate }) => {
    if (delegate === undefined) return []
    const { chainId, nonce, yParity, r, s } = given.eip7702Auth as Wire
    return {
      chainId: Number(chainId),
      address: delegate,
      nonce: Number(nonce),
      yParity: Number(yParity ?? 0) as 0 | 1,
      r: toWord(BigInt(r as Hex)),
      s: toWord(BigInt(s as Hex)),
    }
  })
}

function addressOf(given: unknown, name: string): Address {
  return readAs(parseAddress, given, name, 'an address')
}

function readAs<value>(
  parse: (given: unknown) => Result<value>,
  given: unknown,
  name: string,
  expected: string,
): value {
  const parsed = parse(given)
  if (parsed.ok) return parsed.value
  throw rpcError(
    -32602,
    `Invalid operation: "${name}" is ${display(given)}, expected ${expected}.`,
  )
}

/** The call by which an entry point handles them, and the state that it needs. */
export function callOf(entryPoint: Address, operations: readonly Operation[]) {
  const parameters = tuple(arrayOf(packedOperation), address)
  const packed = operations.map((one) => toValues(one.packed))
  const call = {
    from: bundlerAddress,
    to: entryPoint,
    data: `0x${selectorOf(`handleOps${parameters.name}`)}${parameters.encode([packed, bundlerAddress])}` as Hex,
    gas: operations.reduce((sum, one) => sum + limitOf(one), gas.bundle),
  }
  return { call, overrides: overridesOf(operations) }
}

/** Those that delegate as they will be once their transaction has run. */
export function overridesOf(operations: readonly Operation[]) {
  return Object.fromEntries(
    operations.flatMap(({ packed: { sender }, delegate }) =>
      delegate === undefined
        ? []
        : [[sender, { code: designatorOf(delegate) }]],
    ),
  )
}

/** All the gas that an operation may take. */
function limitOf({ packed }: Operation): bigint {
  const { accountGasLimits, preVerificationGas, paymasterAndData } = packed
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
export function outbids(
  { packed: next }: Operation,
  { packed: before }: Operation,
): boolean {
  const fees = (word: Hash) => [
    BigInt(word.slice(0, 34)),
    BigInt(`0x${word.slice(34)}`),
  ]
  const [tip = 0n, most = 0n] = fees(next.gasFees)
  const [oldTip = 0n, oldMost = 0n] = fees(before.gasFees)
  return tip * 10n >= oldTip * 11n && most * 10n >= oldMost * 11n
}

/** Which operation of a bundle the entry point refuses, and why. */
export function failedOp(thrown: unknown) {
  const { data } = thrown as { data?: unknown }
  if (typeof data !== 'string') return undefined
  const isFailed = [
    'FailedOp(uint256,string)',
    'FailedOpWithRevert(uint256,string,bytes)',
  ].some((error) => data.startsWith(`0x${selectorOf(error)}`))
  if (!isFailed) return undefined
  const [index, reason] = tuple(uint256, string).decode(data as Hex, 10)
  return { index: Number(index), reason }
}

/** ERC-7769's code for what the entry point says. */
export function refusal(thrown: unknown) {
  const failed = failedOp(thrown)
  const { message, data } = thrown as { message?: unknown; data?: unknown }
  if (failed === undefined)
    return rpcError(-32500, `validation failed: ${message}`, data)
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

export function rpcError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), {
    code,
    ...(data !== undefined && { data }),
  })
}
