import { createdAddress } from '../../base/codec/rlp.js'
import { isPresealError, PresealError } from '../../base/errors/errors.js'
import { multicall3Address } from '../../base/hex/addresses.js'
import {
  type Address,
  delegateOf,
  type Hash,
  type Hex,
  isEmptyHex,
} from '../../base/hex/hex.js'
import { encodeText } from '../../base/hex/text.js'
import { lazy } from '../../base/memo/memo.js'
import { isSince } from '../../base/validation/hardforks.js'
import type { Contract } from '../contract.js'
import type {
  Engine,
  Environment,
  Execution,
  Hardfork,
  Message,
  Native,
  NativeCall,
  NativeResult,
  StateReader,
} from '../engine.js'
import { intrinsicGas } from '../gas.js'
import type { FrameType, Observer } from '../observer.js'
import { precompileAt } from '../precompiles.js'
import { type NativeHost, runNative } from '../world/runNative.js'
import {
  type Account,
  accountOf,
  authorize,
  balanceOf,
  beginContract,
  change,
  changesOf,
  checkpoint,
  codeHexOf,
  createWorld,
  gasUsedBy,
  isTaken,
  rollBack,
  transfer,
} from '../world/world.js'
import { erc20Account, erc20Of } from './erc20.js'
import { multicall3 } from './functions/multicall3.js'
import {
  baseTime,
  baseTimeAddress,
  predeploys,
} from './predeploys/predeploys.js'
import {
  beaconRoots,
  beaconRootsAddress,
  blockHashes,
  blockHashesAddress,
} from './systemContracts.js'

/**
 * The code that reads show for contracts that are no accounts: the bytecode of
 * their EIP. A function runs in its place, but for the factory.
 */
export function systemCodeAt(
  address: Address,
  hardfork: Hardfork,
): Hex | undefined {
  const since = sinceWhen[address] ?? 'cancun'
  return isSince(hardfork, since) && Object.hasOwn(codes, address)
    ? codes[address]
    : undefined
}

/** Arachnid's factory for CREATE2, which the protocol sets (EIP-7997). */
const factoryAddress: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

/** EIP-2935 and EIP-7997. */
const sinceWhen: { readonly [address: Address]: Hardfork } = {
  [blockHashesAddress]: 'prague',
  [factoryAddress]: 'amsterdam',
}

const codes: { readonly [address: Address]: Hex } = {
  [factoryAddress]:
    '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
  [beaconRootsAddress]:
    '0x3373fffffffffffffffffffffffffffffffffffffffe14604d57602036146024575f5ffd5b5f35801560495762001fff810690815414603c575f5ffd5b62001fff01545f5260205ff35b5f5ffd5b62001fff42064281555f359062001fff015500',
  [blockHashesAddress]:
    '0x3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500',
}

/** By address; their code is a marker that says which of them it is. */
const everywhere = {
  [multicall3Address]: multicall3,
  [beaconRootsAddress]: beaconRoots,
  [blockHashesAddress]: blockHashes,
}

/** Code of its own for each address without an account. */
const markerOf = (address: Address): Hex =>
  `0xfe${encodeText('built in').slice(2)}${address.slice(2)}`

const nativesByCode = lazy(
  (): ReadonlyMap<Hex, Native> =>
    new Map(
      [
        ...Object.entries(everywhere),
        ...Object.entries(predeploys),
        [baseTimeAddress, baseTime] as const,
      ].map(([address, native]) => [markerOf(address as Address), native]),
    ),
)

type Place = { readonly isOp: boolean; readonly hardfork: Hardfork }

/**
 * Natives of every node, or of OP chains, at addresses where the state has no
 * code.
 */
function builtInAt(
  address: Address,
  { isOp, hardfork }: Place,
): Hex | undefined {
  const isThere =
    address === multicall3Address ||
    systemCodeAt(address, hardfork) !== undefined ||
    (isOp && Object.hasOwn(predeploys, address))
  if (!isThere) return undefined
  return address === factoryAddress ? codes[address] : markerOf(address)
}

/** With the native of BaseTime, for chains that have it. */
export function withBaseTime(
  codeAt: (address: Address) => Hex | undefined,
): (address: Address) => Hex | undefined {
  return (address) =>
    address === baseTimeAddress ? markerOf(address) : codeAt(address)
}

/** The contracts whose code says all of them. */
function builtInOf(code: Hex): Native | undefined {
  return nativesByCode().get(code) ?? erc20Of(code)
}

/** The native contracts that a node knows. */
export type Natives = {
  /** The native that runs code that begins with 0xfe. */
  readonly native: (code: Hex) => Native | undefined
  /** The code that runs where the state has no code. */
  readonly codeAt: (address: Address) => Hex | undefined
  /** Contracts that were ever given, in their order. */
  readonly contracts: readonly Contract[]
  /** The account of a contract, whose code is known from then on. */
  readonly accountOf: (contract: Contract) => {
    readonly nonce: number
    readonly code: Hex
    readonly storage: { readonly [slot: Hash]: Hex }
  }
}

/**
 * A function has no bytes, so the code of its account is its address and how
 * many stood there before. Nothing is forgotten: whatever instant the node goes
 * back to, the code that is there is known.
 *
 * @param place - Whether it is an OP chain, and under which rules it runs.
 */
export function createNatives(place: {
  readonly isOp: boolean
  readonly hardfork: Hardfork
}): Natives {
  const declared = new Map<Hex, { given: Native; native: Native }>()
  const contracts: Contract[] = []

  function codeOf(address: Address, native: Native): Hex {
    for (let count = 0; ; count++) {
      const code: Hex = `0xfe${address.slice(2)}${count === 0 ? '' : toDigits(count)}`
      const known = declared.get(code)
      if (known === undefined)
        declared.set(code, { given: native, native: blamed(address, native) })
      if (known === undefined || known.given === native) return code
    }
  }

  return {
    native: (code) => declared.get(code)?.native ?? builtInOf(code),
    codeAt: (address) => builtInAt(address, place),
    contracts,
    accountOf(contract) {
      contracts.push(contract)
      return {
        nonce: 1,
        ...(contract.type === 'erc20'
          ? erc20Account(contract)
          : {
              code: codeOf(contract.address, contract.native),
              storage: contract.storage ?? {},
            }),
      }
    },
  }
}

function toDigits(count: number): string {
  return count.toString(16).padStart(8, '0')
}

/** Its errors are mistakes of its author, and reported as such. */
function blamed(address: Address, native: Native): Native {
  return (frame) => {
    try {
      return native(frame)
    } catch (error) {
      if (isPresealError(error) && error.name !== 'ReentrantCallError')
        throw error
      throw contractFunctionError(address, error)
    }
  }
}

function contractFunctionError(
  address: Address,
  cause: unknown,
): PresealError<'ContractFunctionError'> {
  const isError = cause instanceof Error
  const what = isError ? `${cause.name}: ${cause.message}` : `${cause}`
  const advice = isPresealError(cause)
    ? ''
    : " To revert instead, let it return { status: 'reverted', output, gasUsed }."
  return new PresealError(
    'ContractFunctionError',
    `The native contract ${address} threw ${what.replace(/\.$/, '')}.${advice}`,
    { cause },
  )
}

/** Code that only an interpreter can run. */
type Unrunnable =
  | { readonly type: 'creation' }
  | {
      readonly type: 'bytecode' | 'precompile'
      readonly address: Address
      readonly input: Hex
    }

const interpreter =
  "import { evm } from 'preseal/evm' and write createMockNode({ engine: evm() })"

/** Thrown if bytecode would have to run, and nothing runs it. */
function noEngineError(unrunnable: Unrunnable): PresealError<'NoEngineError'> {
  return new PresealError(
    'NoEngineError',
    `${problemOf(unrunnable)} ${adviceFor(unrunnable)}`,
  )
}

function problemOf(unrunnable: Unrunnable): string {
  if (unrunnable.type === 'creation')
    return 'The node has no engine to run the initcode of a contract.'
  const { type, address, input } = unrunnable
  const what = type === 'bytecode' ? 'holds bytecode' : 'is a precompile'
  return `${address} ${what}, and the node has no engine to run it. It was called ${withInput(input)}.`
}

function withInput(input: Hex): string {
  if (input.length < 10) return `with ${input}`
  return `with the selector ${input.slice(0, 10)}`
}

function adviceFor({ type }: Unrunnable): string {
  if (type === 'creation')
    return `To run it, ${interpreter}; or script the transaction with node.preconfirm, and pass the contract's code in "changes".`
  if (type === 'precompile') return `To run it, ${interpreter}.`
  return `Describe it with contract({ … }) from 'preseal/contracts' in the option "contracts"; or, to run the bytecode, ${interpreter}.`
}

/** State that all frames of a message share. */
type Host = NativeHost

/** A call, or the creation that a message is. */
type Frame = {
  readonly type: Extract<FrameType, 'CALL' | 'STATICCALL' | 'CREATE'>
  readonly depth: number
  readonly isStatic: boolean
  readonly caller: Account
  readonly account: Account
  readonly value: bigint
  readonly input: Hex
  readonly gas: bigint
}

/** Runs a frame and all within it; its gas is what it used with them. */
function runFrame(host: Host, frame: Frame): NativeResult {
  const { observer } = host
  const { type, caller, account, value, input, gas, depth } = frame
  if (observer === undefined) return begin(host, frame)
  const [from, to] = [caller.address, account.address]
  const entered = { type, from, to, value, input: () => input, gas, depth }
  observer.enter?.(entered)
  const ended = begin(host, frame)
  const { output, gasUsed, halt, status } = ended
  const error =
    status === 'success' ? undefined : (halt ?? 'execution reverted')
  observer.exit?.({ output, gasUsed, ...(error !== undefined && { error }) })
  return ended
}

/** A refused call costs its caller nothing, and changes nothing. */
function begin(host: Host, frame: Frame): NativeResult {
  const { world } = host
  const { caller, value, gas } = frame
  if (value !== 0n && balanceOf(world, caller) < value)
    return failed('insufficient balance for transfer', 0n)
  const before = checkpoint(world)
  const result =
    frame.type === 'CREATE' ? create(host, frame) : call(host, frame)
  if (result.status !== 'success') rollBack(world, before)
  return result.halt === undefined ? result : failed(result.halt, gas)
}

function create({ world }: Host, frame: Frame): NativeResult {
  const { account, caller, value, input } = frame
  if (isTaken(world, account)) return failed('contract address collision', 0n)
  if (!isEmptyHex(input)) throw noEngineError({ type: 'creation' })
  beginContract(world, caller, account, value)
  return done
}

function call(host: Host, frame: Frame): NativeResult {
  const { world, environment } = host
  const { type, account, caller, value, input } = frame
  if (type === 'STATICCALL') change(world, account, 'isTouched', true)
  else transfer(world, caller, account, value)
  const { address } = account
  const isPrecompile = precompileAt(address, environment) !== null
  if (isPrecompile && !isEmptyHex(input))
    throw noEngineError({ type: 'precompile', address, input })
  const code = codeToRun(host, account)
  if (isEmptyHex(code)) return done
  const native = code.startsWith('0xfe')
    ? environment.native?.(code)
    : undefined
  if (native === undefined)
    throw noEngineError({ type: 'bytecode', address, input })
  const meter = { left: frame.gas }
  const result = runNative(host, native, {
    account,
    caller,
    codeAddress: address,
    value,
    input,
    isStatic: frame.isStatic,
    gas: frame.gas,
    gasLeft: () => meter.left,
    call: (call) => {
      const child = within(host, frame, call, meter.left)
      const answer = runFrame(host, child)
      meter.left -= answer.gasUsed
      return answer
    },
  })
  const { status, halt, output } = result
  const gasUsed = frame.gas - meter.left + result.gasUsed
  return { status, halt, output, gasUsed }
}

function within(
  { world }: Host,
  frame: Frame,
  call: NativeCall,
  left: bigint,
): Frame {
  const { to, value = 0n, input = '0x', isStatic = false, gas = left } = call
  return {
    type: isStatic ? 'STATICCALL' : 'CALL',
    depth: frame.depth + 1,
    isStatic: isStatic || frame.isStatic,
    caller: frame.account,
    account: accountOf(world, to),
    value,
    input,
    gas: gas < left ? gas : left,
  }
}

/** Its own, or that of the account it delegates to (EIP-7702). */
function codeToRun({ world, environment }: Host, account: Account): Hex {
  const own = codeHexOf(world, account)
  if (environment.hardfork === 'cancun') return own
  const delegate = delegateOf(own)
  if (delegate === undefined) return own
  if (precompileAt(delegate, environment) !== null) return '0x'
  return codeHexOf(world, accountOf(world, delegate))
}

const done: NativeResult = { status: 'success', output: '0x', gasUsed: 0n }

function failed(halt: string, gasUsed: bigint): NativeResult {
  return { status: 'reverted', halt, output: '0x', gasUsed }
}

/**
 * The engine of a node that was given none: it moves value, creates accounts
 * without code and runs native contracts, all as an interpreter would.
 *
 * Bytecode, initcode and precompiles it cannot run: reaching them throws a
 * NoEngineError.
 */
export const nativeEngine: Engine = { execute }

function execute(
  state: StateReader,
  environment: Environment,
  message: Message,
  observer?: Observer,
): Execution {
  const world = createWorld(state)
  const host: Host = { world, environment, observer, waitingNatives: 0 }
  const { from, to, value, data, nonce, gas } = message
  const sender = accountOf(world, from)
  change(world, sender, 'nonce', nonce + 1n)
  for (const signed of message.authorizationList)
    authorize(world, environment, signed)
  const left = gas - intrinsicGas(message, environment)
  const frame: Frame = {
    type: to === null ? 'CREATE' : 'CALL',
    depth: 0,
    isStatic: false,
    caller: sender,
    account: accountOf(world, to ?? createdAddress(from, nonce)),
    value,
    input: data,
    gas: left < 0n ? 0n : left,
  }
  const ended = left < 0n ? tooLittle : runFrame(host, frame)
  const { status, output } = ended
  const unused = frame.gas - ended.gasUsed
  const { gasUsed, refund } = gasUsedBy(world, environment, message, unused)
  return {
    status,
    halt: ended.halt,
    output,
    gasUsed,
    refund,
    logs: world.logs,
    contractAddress:
      status === 'success' && to === null ? frame.account.address : null,
    changes: changesOf(world, environment.miner),
  }
}

const tooLittle = {
  status: 'reverted',
  halt: 'intrinsic gas too low',
  output: '0x',
  gasUsed: 0n,
} as const
