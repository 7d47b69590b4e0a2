import {
  type Abi,
  type AbiFunction,
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  slice,
  toFunctionSignature,
} from 'viem'
import { isPresealError, PresealError } from '../../base/errors/errors.js'
import { startAtCaller } from '../../base/errors/stack.js'
import { display } from '../../base/hex/display.js'
import {
  emptyRevert,
  nativeContract,
  type Outcome,
} from '../../engine/natives/functions/nativeContract.js'
import type { Native, NativeFrame } from '../../index.js'
import { createContext, Reverted } from './context.js'
import type { FunctionContext } from './types.js'

export type AnyFunction = (context: FunctionContext<Abi>) => unknown

type Parts = {
  readonly abi: Abi
  readonly gas: bigint
  readonly table: ReadonlyMap<string, AbiFunction>
  readonly functions: { readonly [name: string]: AnyFunction | undefined }
  readonly fallback: AnyFunction | undefined
  readonly receive: AnyFunction | undefined
}

/** The function that stands for a contract's code. */
export function createNative(parts: Parts): Native {
  const { gas, table } = parts
  return nativeContract(
    gas,
    (selector) => {
      const item = table.get(selector)
      return (
        item && {
          isPayable: item.stateMutability === 'payable',
          run: (frame) => revertible(() => answerFunction(parts, frame, item)),
        }
      )
    },
    (frame) => revertible(() => answerRest(parts, frame)),
  )
}

function revertible(answer: () => Outcome): Outcome {
  try {
    return answer()
  } catch (error) {
    if (!(error instanceof Reverted)) throw error
    return { status: 'reverted', output: error.data }
  }
}

/** Answers what matches no function of the ABI. */
function answerRest(parts: Parts, frame: NativeFrame): Outcome {
  const { fallback, receive } = parts
  const isPaid = frame.input === '0x' && receive !== undefined
  const act = isPaid ? receive : fallback
  if (act === undefined) return emptyRevert
  const name = isPaid ? 'receive' : 'fallback'
  const returned = run(parts, frame, {
    name,
    act,
    args: [],
    mutability: 'payable',
  })
  if (returned === undefined || isPaid) return succeed('0x')
  if (/^0x(?:[0-9a-f]{2})*$/i.test(`${returned}`))
    return succeed(returned as Hex)
  throw unfit(frame, name, returned, 'hex or nothing')
}

function answerFunction(
  parts: Parts,
  frame: NativeFrame,
  item: AbiFunction,
): Outcome {
  const { name, inputs, outputs, stateMutability } = item
  const args = decode(inputs, frame.input)
  if (args === undefined) return emptyRevert
  const act = parts.functions[name]
  if (act === undefined)
    throw new PresealError(
      'ContractFunctionError',
      `${toFunctionSignature(item)} of the contract ${frame.codeAddress} was called, but no function implements it. Add ${name} to the "functions" of contract({ … }).`,
    )
  const mutability = stateMutability
  const returned = run(parts, frame, { name, act, args, mutability })
  if (outputs.length === 0) return succeed('0x')
  const values = outputs.length === 1 ? [returned] : returned
  try {
    return succeed(encodeAbiParameters(outputs, values as unknown[]))
  } catch {
    const types = outputs.map(({ type }) => type).join(', ')
    throw unfit(frame, name, returned, types)
  }
}

/** Undefined if the data is short or says something else. */
function decode(inputs: AbiFunction['inputs'], data: Hex) {
  if (inputs.length === 0) return []
  try {
    return decodeAbiParameters(inputs, slice(data, 4))
  } catch {
    return undefined
  }
}

type Act = {
  readonly name: string
  readonly act: AnyFunction
  readonly args: readonly unknown[]
  readonly mutability: AbiFunction['stateMutability']
}

function run(
  { abi, gas }: Parts,
  frame: NativeFrame,
  { name, act, args, mutability }: Act,
): unknown {
  const { codeAddress } = frame
  const checkWrite = (writing: unknown) => {
    if (mutability === 'view' || mutability === 'pure')
      throw writesInView({ address: codeAddress, name, mutability, writing })
  }
  const returned = blaming(codeAddress, name, () =>
    act(createContext({ abi, frame, gas, args, checkWrite })),
  )
  if (!isThenable(returned)) return returned
  // Nobody is to wait for it, nor to hear of it a second time.
  Promise.resolve(returned).catch(() => undefined)
  throw new PresealError(
    'ContractFunctionError',
    `${name} of the contract ${codeAddress} returned a promise, but a block does not wait. Write it without async, and read what it needs beforehand.`,
  )
}

function blaming(address: Address, name: string, act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    throw blame(address, name, error)
  }
}

function isThenable(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { then?: unknown }).then === 'function'
  )
}

function unfit(
  { codeAddress }: NativeFrame,
  name: string,
  returned: unknown,
  expected: string,
) {
  return new PresealError(
    'ContractFunctionError',
    `${name} of the contract ${codeAddress} returned ${display(returned)}, but ${expected} was expected.`,
  )
}

function succeed(output: Hex): Outcome {
  return { status: 'success', output: output.toLowerCase() as Hex }
}

/** An error of a function that is no revert: a mistake of its author. */
function blame(address: Address, name: string, error: unknown): unknown {
  if (error instanceof Reverted) return error
  const isVerb = isPresealError(error) && error.name === 'ReentrantCallError'
  // Unknown state, or code that nobody runs, is no fault of the function.
  if (isPresealError(error) && !isVerb) return error
  const isError = error instanceof Error
  const what = isError ? `${error.name}: ${error.message}` : `${error}`
  const at = isError ? lineOf(error) : ''
  const threw = `${name} of the contract ${address} threw ${what.replace(/\.$/, '')}${at}.`
  return new PresealError(
    'ContractFunctionError',
    isVerb ? threw : `${threw} To revert instead, call revert.`,
    { cause: error },
  )
}

/** A function whose ABI lets it only read tried to write, by `writing`. */
function writesInView({
  address,
  name,
  mutability,
  writing,
}: {
  readonly address: Address
  readonly name: string
  readonly mutability: string
  readonly writing: unknown
}): PresealError<'ContractFunctionError'> {
  const here = new Error()
  startAtCaller(here, writing)
  return new PresealError(
    'ContractFunctionError',
    `${name} of the contract ${address} writes, but its ABI says ${mutability}${lineOf(here)}. Do not write in it, or remove ${mutability} from its ABI.`,
  )
}

/** The user's line: if a package threw, the line that called it says more. */
function lineOf({ stack }: Error): string {
  const lines = `${stack}`.match(/^\s+at .+$/gm) ?? []
  const own = lines.find(
    (line) => !/[\\/]node_modules[\\/]|<anonymous>\)|\bnode:/.test(line),
  )
  return own === undefined ? '' : ` (at ${own.trim().slice(3)})`
}
