import {
  codeOf,
  isPresealError,
  PresealError,
} from '../../base/errors/errors.js'
import {
  type Address,
  type Hex,
  type StateSelector,
  toWord,
} from '../../base/hex/hex.js'
import { decodeText, encodeText } from '../../base/hex/text.js'
import {
  type BlockOverrides,
  type CallRefusal,
  type CallRequest,
  isRefusal,
  type StateOverrides,
} from '../../chain/calls/callRequest.js'
import {
  type CallContext,
  callContext,
  overrideContext,
} from '../../chain/calls/runCall.js'
import type { SimulationRefusal } from '../../chain/calls/simulatedBlock.js'
import { stateReader } from '../../chain/execution/executeMessage.js'
import type { Execution } from '../../engine/engine.js'
import {
  type Answer,
  failed,
  notFound,
  type RpcError,
  serverError,
} from '../answers/outcome.js'
import type { View } from '../view/view.js'

/** `Error(string)` and `Panic(uint256)`. */
const errorSelector = '0x08c379a0'
const panicSelector = '0x4e487b71'

const wordDigits = 64

/** The codes of Solidity, in the words in which geth tells them. */
const panics = new Map<bigint, string>([
  [0x00n, 'generic panic'],
  [0x01n, 'assert(false)'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'enum overflow'],
  [0x22n, 'invalid encoded storage byte array accessed'],
  [0x31n, 'out-of-bounds array access; popping on an empty array'],
  [0x32n, 'out-of-bounds access of an array or bytesN'],
  [0x41n, 'out of memory'],
  [0x51n, 'uninitialized function'],
])

/** Why it reverted, if its data says it in Solidity's own way. */
export function revertReason(data: Hex): string | undefined {
  switch (data.slice(0, 10)) {
    case errorSelector:
      return readString(data)
    case panicSelector:
      return readPanic(data)
    default:
      return undefined
  }
}

/** The data of `revert(reason)` in Solidity. */
function encodeReason(reason: string): Hex {
  const text = encodeText(reason).slice(2)
  const words = Math.ceil(text.length / wordDigits)
  return `${errorSelector}${digits(32)}${digits(text.length / 2)}${text.padEnd(words * wordDigits, '0')}`
}

function digits(value: number): string {
  return toWord(BigInt(value)).slice(2)
}

function readString(data: Hex): string | undefined {
  const offset = wordAt(data, 0)
  if (offset === undefined || offset > data.length) return undefined
  const length = wordAt(data, Number(offset))
  if (length === undefined || length > data.length) return undefined
  const from = 10 + 2 * (Number(offset) + 32)
  const to = from + 2 * Number(length)
  if (to > data.length) return undefined
  return decodeText(`0x${data.slice(from, to)}`)
}

function readPanic(data: Hex): string | undefined {
  const code = wordAt(data, 0)
  if (code === undefined) return undefined
  return panics.get(code) ?? `unknown panic code: 0x${code.toString(16)}`
}

/** The word at a byte of the arguments, if it is whole. */
function wordAt(data: Hex, byte: number): bigint | undefined {
  const from = 10 + 2 * byte
  const word = data.slice(from, from + wordDigits)
  return word.length === wordDigits ? BigInt(`0x${word}`) : undefined
}

/** The error of a failed execution, in geth's words. */
export function executionError({
  halt,
  output,
}: Pick<Execution, 'halt' | 'output'>): RpcError {
  if (halt !== undefined) return serverError(halt)
  const reason = revertReason(output)
  return {
    code: 3,
    message:
      reason === undefined
        ? 'execution reverted'
        : `execution reverted: ${reason}`,
    data: output,
  }
}

/** The error of a call that did not begin, in geth's words. */
export function refusalError(
  { kind, reason }: CallRefusal,
  gas?: bigint,
): RpcError {
  return serverError(
    kind === 'request' || gas === undefined
      ? reason
      : `err: ${reason} (supplied gas ${gas})`,
  )
}

/**
 * The error of a call whose outcome nobody knows. ethers shows a message only
 * if it speaks of a revert and the data repeats it; no client takes the codes
 * for one.
 */
function unansweredError(error: PresealError): RpcError {
  const { message } = error
  const text = /revert/i.test(message)
    ? message
    : `${message} (Nothing reverted.)`
  return { code: codeOf(error), message: text, data: encodeReason(text) }
}

/** Codes of the execution API's `eth_simulateV1`. */
const simulationCodes: {
  readonly [kind in SimulationRefusal['kind']]: number
} = {
  empty: -32602,
  request: -32000,
  tip: -32602,
  nonceTooLow: -38010,
  nonceTooHigh: -38011,
  baseFee: -38012,
  intrinsicGas: -38013,
  funds: -38014,
  gasLimit: -38015,
  number: -38020,
  timestamp: -38021,
  initcode: -38025,
  limit: -38026,
  other: -32603,
}

export function simulationError(refused: SimulationRefusal): RpcError {
  const { kind, reason } = refused
  const { message } =
    refused.type === 'unfit'
      ? { message: reason }
      : refusalError(refused, refused.gas)
  return { code: simulationCodes[kind], message }
}

/** A selector, by which a function is called. */
const selectorLength = 10

/** P256VERIFY. */
const lastPrecompile = 0x100n

/**
 * Nodes answer the call of a function with `0x` where no contract is, and
 * clients then say anything but that: mostly a contract that was not given.
 *
 * @throws NoCodeError if a function was called and there is none.
 */
export function assertCode(
  { config, state }: CallContext,
  { to, data }: CallRequest,
  { output }: Execution,
): void {
  if (output !== '0x' || !to || data.length < selectorLength) return
  // Precompiles have no code, and may have nothing to say.
  if (BigInt(to) <= lastPrecompile) return
  if (stateReader(config, state).code(to) !== '0x') return
  throw noCodeError(to, data.slice(0, selectorLength))
}

function noCodeError(
  to: Address,
  selector: string,
): PresealError<'NoCodeError'> {
  return new PresealError(
    'NoCodeError',
    `${to} has no code, and was called with the selector ${selector}. Add the contract with the option "contracts" or node.setContract, or call the address that has it.`,
  )
}

/** The answer in the context that a request asks for. */
export function answerIn<value>(
  { chain }: View,
  selector: StateSelector,
  accounts: StateOverrides | undefined,
  header: BlockOverrides | undefined,
  answer: (context: CallContext) => Answer<value>,
): Answer<value> {
  const found = callContext(chain, selector)
  if (found === undefined) return notFound(selector)
  const context = overrideContext(found, accounts, header)
  if (isRefusal(context)) return failed(refusalError(context))
  return unlessUnanswered(() => answer(context))
}

/** The answer, unless it needs what nobody here can run or knows. */
export function unlessUnanswered<value>(
  answer: () => Answer<value>,
): Answer<value> {
  try {
    return answer()
  } catch (thrown) {
    if (!isPresealError(thrown)) throw thrown
    return failed(unansweredError(thrown))
  }
}
