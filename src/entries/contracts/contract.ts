import {
  type Abi,
  type AbiFunction,
  type Address,
  type Hex,
  toFunctionSelector,
  toFunctionSignature,
} from 'viem'
import { PresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import type { Result } from '../../base/hex/hex.js'
import { nearest } from '../../base/hex/nearest.js'
import { amounts } from '../../base/validation/amounts.js'
import {
  type FieldValidators,
  fitting,
  optional,
  readOptions,
} from '../../base/validation/fields.js'
import { readEntries } from '../../base/validation/read.js'
import * as values from '../../base/validation/values.js'
import { address, type Validator } from '../../base/validation/values.js'
import { annotate } from '../../base/words/words.js'
import type { NativeContract } from '../../index.js'
import { type AnyFunction, createNative } from './createNative.js'
import type { ContractFunctions, FunctionContext } from './types.js'

export type ContractParameters<abi extends Abi> = {
  address: Address
  abi: abi
  /** Functions by name. A call of a missing one fails and names it. */
  functions?: ContractFunctions<abi> | undefined
  /** Answers calldata that matches no function of the ABI. */
  fallback?: ((context: FunctionContext<abi>) => Hex | undefined) | undefined
  /** Accepts wei sent without calldata, in place of `fallback`. */
  receive?: ((context: FunctionContext<abi>) => void) | undefined
  /** Initial storage: words by slot. `slotOf` computes slots. */
  storage?: { readonly [slot: Hex]: Hex } | undefined
  /** gas of each call, without that of nested calls; default 30_000n */
  gas?: bigint | undefined
}

const isObject = (given: unknown): given is object =>
  typeof given === 'object' && given !== null
const aFunction = fitting(values.isFunction, 'a function')

const fields = {
  address,
  abi: fitting(
    (given) =>
      Array.isArray(given) &&
      given.every((item) => isObject(item) && 'type' in item),
    "an ABI, such as parseAbi(['function total() view returns (uint256)'])",
  ),
  functions: optional(
    fitting(isObject, 'an object of functions by name'),
    undefined,
  ),
  fallback: optional(aFunction, undefined),
  receive: optional(aFunction, undefined),
  storage: optional(
    entriesOf(values.word, values.word, 'an object of words by slot'),
    undefined,
  ),
  gas: optional(amounts.code.gas, undefined),
}

/**
 * A contract made of functions instead of bytecode, typed by its ABI.
 *
 * The functions keep their state in the chain's storage, so it is sealed and
 * dropped with the transactions that wrote it.
 *
 * @example
 * const feed = contract({
 *   address: '0x000000000000000000000000000000000000feed',
 *   abi: parseAbi([
 *     'function latestAnswer() view returns (int256)',
 *     'function submit(int256 answer)',
 *     'error Negative(int256 answer)',
 *   ]),
 *   functions: {
 *     latestAnswer: ({ state }) => state.get('answer'),
 *     submit({ args: [answer], state, revert }) {
 *       if (answer < 0n) revert('Negative', [answer])
 *       state.set('answer', answer)
 *     },
 *   },
 * })
 * const node = createMockNode({ contracts: [feed] })
 *
 * @throws InvalidParametersError naming every wrong field, and if functions share
 * a selector or are not in the ABI.
 */
export function contract<const abi extends Abi>(
  parameters: ContractParameters<abi>,
): NativeContract {
  checkFields('contract', parameters, fields)
  const { address, abi, functions, fallback, receive, storage } = parameters
  const { gas = 30_000n } = parameters
  const table = createTable(address, abi)
  checkFunctions(address, [...table.values()], functions)
  const native = createNative({
    abi,
    gas,
    table,
    functions: { ...functions } as { [name: string]: AnyFunction },
    fallback: fallback as AnyFunction | undefined,
    receive: receive as AnyFunction | undefined,
  })
  annotate(native, { abis: [abi] })
  return { type: 'native', address, native, ...(storage && { storage }) }
}

/** Functions by selector. */
function createTable(address: Address, abi: Abi): Map<string, AbiFunction> {
  const table = new Map<string, AbiFunction>()
  for (const item of abi) {
    if (item.type !== 'function') continue
    const selector = toFunctionSelector(item)
    const other = table.get(selector)
    if (other !== undefined)
      throw invalid(
        address,
        `${toFunctionSignature(other)} and ${toFunctionSignature(item)}, which share the selector ${selector}`,
        'one function for each selector',
        'Remove one.',
      )
    table.set(selector, item)
  }
  return table
}

function checkFunctions(
  address: Address,
  items: readonly AbiFunction[],
  functions: object = {},
): void {
  const names = [...new Set(items.map(({ name }) => name))]
  for (const [name, act] of Object.entries(functions)) {
    const meant = nearest(name, names)
    if (names.length === 0)
      throw invalid(
        address,
        `no function ${name}`,
        'no "functions"',
        'Its ABI has none: add it to "abi".',
      )
    if (!names.includes(name))
      throw invalid(
        address,
        `no function ${name}`,
        meant ?? `one of ${names.join(', ')}`,
        `Write ${meant ?? names.join(' or ')}.`,
      )
    if (typeof act !== 'function' && act !== undefined)
      throw invalid(
        address,
        `${display(act)} for ${name}`,
        'a function, such as () => 1n',
      )
  }
}

function invalid(
  address: Address,
  given: string,
  expected: string,
  advice = `Give ${expected}.`,
) {
  return new PresealError(
    'InvalidParametersError',
    `The contract ${address} has ${given}. ${advice}`,
    { problems: [{ path: 'functions', given, expected, advice }] },
  )
}

/**
 * Checks when a contract is made what would else be wrong only in a node.
 *
 * @throws InvalidParametersError naming every field that is wrong.
 */
export function checkFields<value extends object>(
  asked: string,
  given: unknown,
  fields: FieldValidators<value>,
): void {
  readOptions(asked, given, fields)
}

/** An object of such values by such keys; the first problem is reported. */
export function entriesOf<value>(
  key: Validator<unknown>,
  { check }: Validator<value>,
  expected: string,
): Validator<{ readonly [key: string]: value }> {
  return {
    check(given) {
      const value: { [key: string]: value } = {}
      const refusals: Extract<Result<value>, { ok: false }>[] = []
      const refusal = readEntries(given, expected, (name, part) => {
        const named = key.check(name)
        const checked = check(part)
        if (!named.ok) refusals.push({ ...named, given: 'a key', path: [name] })
        else if (!checked.ok)
          refusals.push({ ...checked, path: [name, ...(checked.path ?? [])] })
        else value[name] = checked.value
      })
      if (refusal !== undefined) return { ok: false, ...refusal }
      return refusals[0] ?? { ok: true, value }
    },
  }
}
