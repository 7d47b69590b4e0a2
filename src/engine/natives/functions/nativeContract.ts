import {
  type AnyType,
  address,
  tuple,
  type ValuesOf,
} from '../../../base/abi/abi.js'
import {
  loadText,
  selectorOf,
  storeText,
  topicOf,
} from '../../../base/abi/selector.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import {
  type Address,
  type Hash,
  toBytes,
  toHex,
  zeroAddress,
} from '../../../base/hex/hex.js'
import type {
  Native,
  NativeFrame,
  NativeResult,
  StateReader,
} from '../../engine.js'

/** The result of a function. Its contract knows the gas. */
export type Outcome = Pick<NativeResult, 'status' | 'output'>

export type NativeFunction = {
  readonly isPayable: boolean
  readonly run: (frame: NativeFrame) => Outcome
}

/** `0x` and the selector. */
const selectorLength = 10

/**
 * The contract that has these functions. A call that matches none of them, or
 * sends wei to one that is not payable, reverts without data, as in Solidity.
 *
 * @param gas - Of each call, beside what the function itself calls.
 * @param find - The function of a selector, such as `0xa9059cbb`.
 * @param fallback - Answers what matches no function.
 */
export function nativeContract(
  gas: bigint,
  find: (selector: string) => NativeFunction | undefined,
  fallback: (frame: NativeFrame) => Outcome = () => emptyRevert,
): Native {
  return (frame) => {
    if (frame.gas < gas)
      return { ...emptyRevert, halt: 'out of gas', gasUsed: 0n }
    const found = find(frame.input.slice(0, selectorLength))
    const isRefused = found && !found.isPayable && frame.value !== 0n
    const run = isRefused ? () => emptyRevert : (found?.run ?? fallback)
    const { status, output } = run(frame)
    return { status, output, gasUsed: gas }
  }
}

/** A revert without data. */
export const emptyRevert: Outcome = { status: 'reverted', output: '0x' }

/** A function of a contract that every node has. */
export type BuiltInFunction = NativeFunction & { readonly signature: string }

/** Arguments begin after `0x` and the selector. */
const start = 10

/** Without parameters that it can read, it reverts as Solidity. */
export function builtInFunction<const inputs extends readonly AnyType[]>(
  name: string,
  inputs: inputs,
  run: (frame: NativeFrame, ...values: ValuesOf<inputs>) => Outcome,
  isPayable = false,
): BuiltInFunction {
  const parameters = tuple<inputs>(...inputs)
  return {
    signature: name + parameters.name,
    isPayable,
    run(frame) {
      let values: ValuesOf<inputs>
      try {
        values = parameters.decode(frame.input, start)
      } catch {
        return emptyRevert
      }
      return run(frame, ...values)
    },
  }
}

/** gas of a call of a contract that every node has, beside what it calls. */
export const nativeGas = 30_000n

/** The contract that has these functions, which are made at its first call. */
export function builtInContract(
  declare: () => readonly BuiltInFunction[],
  fallback?: (frame: NativeFrame) => Outcome,
): Native {
  let functions: ReadonlyMap<string, NativeFunction> | undefined
  const find = (selector: string) => {
    functions ??= new Map(
      declare().map((one) => [`0x${selectorOf(one.signature)}`, one]),
    )
    return functions.get(selector)
  }
  return nativeContract(nativeGas, find, fallback)
}

export function succeed(digits: string): Outcome {
  return { status: 'success', output: `0x${digits}` }
}

/** An error of Solidity: `revertWith('Paused', [uint256])([7n])`. */
export function revertWith<const inputs extends readonly AnyType[]>(
  name: string,
  inputs: inputs,
): (values: ValuesOf<inputs>) => Outcome {
  const parameters = tuple<inputs>(...inputs)
  return (values) => ({
    status: 'reverted',
    output: `0x${selectorOf(name + parameters.name)}${parameters.encode(values)}`,
  })
}

/** By mapping and key: reads of balances ask for the same ones again. */
const known = new Map<Hash, Map<Address, Hash>>()
const mostKnown = 10_000

/** Where Solidity keeps what a mapping holds for an address. */
export function slotOfKey(mapping: Hash, key: Address): Hash {
  const ofMapping = known.get(mapping)
  const slot = ofMapping?.get(key)
  if (slot !== undefined) return slot
  const place = `0x${address.encode(key)}${mapping.slice(2)}` as const
  const found = toHex(keccak256(toBytes(place)))
  if (ofMapping !== undefined && ofMapping.size < mostKnown)
    ofMapping.set(key, found)
  else {
    if (known.size >= mostKnown) known.clear()
    known.set(mapping, new Map([[key, found]]))
  }
  return found
}

/** The slots of a string: its own, and if it is long those of its text. */
export function slotsOfText(slot: Hash, text: string): { [slot: Hash]: Hash } {
  return text === '' ? {} : Object.fromEntries(storeText(slot, text, hashWord))
}

/** The string that a contract keeps in a slot. */
export function readText(state: StateReader, own: Address, slot: Hash): string {
  return loadText(slot, (at) => state.slot(own, at), hashWord)
}

function hashWord(word: Hash): Hash {
  return toHex(keccak256(toBytes(word)))
}

const invalidOwner = revertWith('OwnableInvalidOwner', [address])
const unauthorized = revertWith('OwnableUnauthorizedAccount', [address])

/** OpenZeppelin's Ownable 5.x, whose owner is in that slot. */
export function ownable(slot: Hash): BuiltInFunction[] {
  return [
    builtInFunction('owner', [], (frame) =>
      succeed(frame.state.slot(frame.address, slot).slice(2)),
    ),
    builtInFunction(
      'transferOwnership',
      [address],
      (frame, owner) =>
        onlyOwner(frame, slot) ??
        (owner === zeroAddress
          ? invalidOwner([owner])
          : setOwner(frame, slot, owner)),
    ),
    builtInFunction(
      'renounceOwnership',
      [],
      (frame) => onlyOwner(frame, slot) ?? setOwner(frame, slot, zeroAddress),
    ),
  ]
}

/** Why the caller may not, if it may not. */
export function onlyOwner(
  { state, address: own, caller }: NativeFrame,
  slot: Hash,
): Outcome | undefined {
  const isOwner = state.slot(own, slot).slice(26) === caller.slice(2)
  return isOwner ? undefined : unauthorized([caller])
}

function setOwner(frame: NativeFrame, slot: Hash, owner: Address): Outcome {
  const before = frame.state.slot(frame.address, slot)
  const after: Hash = `0x${address.encode(owner)}`
  frame.setSlot(slot, after)
  frame.emit(
    [topicOf('OwnershipTransferred(address,address)'), before, after],
    '0x',
  )
  return succeed('')
}
