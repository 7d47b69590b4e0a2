import type { Address, Hash, Hex } from '../base/hex/hex.js'

/**
 * Watches an execution as it runs, in enough detail for `callTracer` and
 * `structLogs`. If the observer throws, the execution ends.
 */
export type Observer = {
  /** A frame begins; the first one is the message itself. */
  enter?(frame: ObservedFrame): void
  /** The innermost open frame ends. */
  exit?(result: ObservedResult): void
  /**
   * An instruction is about to run. The returned function gets its cost as soon
   * as that is known, including the gas that it hands to a call.
   */
  step?(step: Step): ((gasCost: bigint) => void) | undefined
  /** A log was written; a frame that fails undoes its logs. */
  log?(log: ExecutionLog): void
}

export type FrameType =
  | 'CALL'
  | 'CALLCODE'
  | 'DELEGATECALL'
  | 'STATICCALL'
  | 'CREATE'
  | 'CREATE2'
  | 'SELFDESTRUCT'

export type ObservedFrame = {
  readonly type: FrameType
  readonly from: Address
  /** For a creation, the new contract; for SELFDESTRUCT, the beneficiary. */
  readonly to: Address
  /** In wei; under DELEGATECALL, the value of the parent frame. */
  readonly value: bigint
  /** Callable until the frame ends. */
  input(): Hex
  readonly gas: bigint
  /** 0 is the message itself. */
  readonly depth: number
}

export type ObservedResult = {
  readonly output: Hex
  readonly gasUsed: bigint
  /** `'execution reverted'`, or the name of a halt; absent after a success. */
  readonly error?: string | undefined
}

/** Its functions can be called only while `step` runs. */
export type Step = {
  readonly pc: number
  readonly opcode: number
  /** Such as `'SSTORE'`; `'opcode 0xc not defined'` for an invalid one. */
  readonly name: string
  readonly gas: bigint
  readonly depth: number
  readonly address: Address
  readonly refund: bigint
  /** The top is last. */
  stack(): Hash[]
  /** One value of the stack: 0 is the top. */
  peek(depth: number): Hash | undefined
  memory(): Hex
  returnData(): Hex
  /** A slot of the frame's contract, without touching it. */
  slot(key: Hash): Hash
}

export type ExecutionLog = {
  readonly address: Address
  readonly topics: readonly Hash[]
  readonly data: Hex
}
