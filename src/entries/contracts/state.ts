import { type Address, getAddress, type Hex, keccak256 } from 'viem'
import { loadText, storeText } from '../../base/abi/selector.js'
import type { NativeFrame } from '../../index.js'
import { type Key, type Position, slotOf, wordOf } from './slot.js'

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
