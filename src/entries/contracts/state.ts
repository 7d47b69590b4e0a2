import {
  type Address,
  concat,
  getAddress,
  type Hex,
  keccak256,
  pad,
  stringToHex,
  toHex,
} from 'viem'
import { loadText, storeText } from '../../base/abi/selector.js'
import type { NativeFrame } from '../../index.js'

type Slot = Position | readonly [position: Position, ...keys: Key[]]

/**
 * The contract's storage on the chain. Values are sealed and dropped with the
 * transactions that wrote them.
 */
export type ContractState = {
  /** The stored number; 0n at first. */
  get(position: Position, ...keys: readonly Key[]): bigint
  /** The stored word as an address. */
  getAddress(position: Position, ...keys: readonly Key[]): Address
  /** A string in Solidity's layout; `''` at first. */
  getText(position: Position, ...keys: readonly Key[]): string
  /**
   * Stores a number, a boolean, or hex of up to 32 bytes.
   *
   * @example
   * state.set(['balances', to], state.get('balances', to) + amount)
   */
  set(slot: Slot, value: bigint | number | boolean | Hex): void
  setText(slot: Slot, text: string): void
  /** Balance in wei, of the contract or of another account. */
  balance(address?: Address | undefined): bigint
  /** Code of another account; `0x` if it has no code. */
  code(address: Address): Hex
}

export function createState(
  { address: own, state: reader, setSlot }: NativeFrame,
  checkWrite: (writing: unknown) => void,
): ContractState {
  const read = (slot: Hex) => reader.slot(own, slot)
  const place = (slot: Slot) =>
    Array.isArray(slot)
      ? slotOf(...(slot as readonly [Position, ...Key[]]))
      : slotOf(slot as Position)
  const state: ContractState = {
    get: (...slot) => BigInt(read(slotOf(...slot))),
    getAddress: (...slot) => getAddress(`0x${read(slotOf(...slot)).slice(26)}`),
    getText: (...slot) => loadText(slotOf(...slot), read, keccak256),
    set(slot, value) {
      checkWrite(state.set)
      setSlot(place(slot), wordOf(value))
    },
    setText(slot, text) {
      checkWrite(state.setText)
      for (const [key, word] of storeText(place(slot), text, keccak256))
        setSlot(key, word)
    },
    balance: (address = own) => reader.balance(canonical(address)),
    code: (address) => reader.code(canonical(address)),
  }
  return state
}

function canonical(address: Address): Address {
  return address.toLowerCase() as Address
}

/**
 * A number is a position in Solidity's layout; a string stands for its hash.
 */
type Position = number | bigint | string

/**
 * Hex (such as an address) and numbers are words; any other string is bytes.
 */
type Key = Hex | number | bigint | boolean | string

/**
 * The slot of a value at a position, or in the mapping at that position: the
 * slots that Solidity uses.
 *
 * @example
 * slotOf(0, alice) // balances[alice] of OpenZeppelin's ERC20
 * slotOf(1, alice, bob) // allowances[alice][bob]
 * slotOf('paused') // one that no position has
 */
export function slotOf(position: Position, ...keys: readonly Key[]): Hex {
  const first =
    typeof position === 'string' && !position.startsWith('0x')
      ? keccak256(stringToHex(position))
      : wordOf(position)
  return keys.reduce<Hex>(
    (slot, key) => keccak256(concat([bytesOf(key), slot])),
    first,
  )
}

function bytesOf(key: Key): Hex {
  return typeof key === 'string' && !key.startsWith('0x')
    ? stringToHex(key)
    : wordOf(key)
}

/** A value as its slot holds it. */
export function wordOf(value: Key): Hex {
  return typeof value === 'string'
    ? pad(value.toLowerCase() as Hex, { size: 32 })
    : toHex(BigInt(value), { size: 32 })
}
