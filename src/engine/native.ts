import type { Address, Hash, Hex } from '../hex/hex.js'
import type { Environment, StateReader } from './engine.js'

/**
 * A contract that is a function instead of bytecode. Its account holds a
 * marker as code, which begins with 0xfe; the code that would run decides who
 * runs it, so it can be called, delegated to and replaced like any other.
 *
 * Everything that it needs comes with the frame, so it runs as well where no
 * engine is: at the top of a transaction. What it throws is nobody's revert
 * and leaves the execution as it is.
 */
export type Native = (frame: NativeFrame) => NativeResult

export type NativeFrame = {
  /** Whose storage and balance these are: under DELEGATECALL the caller's. */
  readonly address: Address
  /** Whose code is the marker. */
  readonly codeAddress: Address
  readonly caller: Address
  readonly value: bigint
  readonly input: Hex
  /** What there is to spend; calls within take theirs from it. */
  readonly gas: bigint
  /** Under STATICCALL: writing, logging and sending value halt the frame. */
  readonly isStatic: boolean
  readonly environment: Environment
  /** As the transaction has left it so far. */
  readonly state: StateReader
  setSlot(key: Hash, word: Hash): void
  emit(topics: readonly Hash[], data: Hex): void
  /** Calls from `address`; what a failed call did is undone. */
  call(call: NativeCall): NativeResult
}

export type NativeCall = {
  readonly to: Address
  /** 0n */
  readonly value?: bigint | undefined
  /** `0x` */
  readonly input?: Hex | undefined
  /** All that is left, and at most that. */
  readonly gas?: bigint | undefined
  /** False; a static frame makes static calls only. */
  readonly isStatic?: boolean | undefined
}

export type NativeResult = {
  readonly status: 'success' | 'reverted'
  /** Named as in `Execution`; it consumes all gas. */
  readonly halt?: string | undefined
  readonly output: Hex
  /**
   * Of a native: its own, to which whoever runs it adds that of the calls it
   * made; more than it was given halts it. Of a call: everything.
   */
  readonly gasUsed: bigint
}
