import type { Address, Hash, Hex } from '../base/hex/hex.js'
import type { ExecutionLog } from './log.js'

/**
 * Watches an execution while it runs: enough for `callTracer` and `structLogs`.
 * An error of the observer ends the execution.
 */
export type Observer = {
  /** A frame begins; the first one is the message itself. */
  enter?(frame: ObservedFrame): void
  /** The frame that was entered last and has not left ends. */
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
  /** The new contract of a creation; the heir of SELFDESTRUCT. */
  readonly to: Address
  /** In wei; under DELEGATECALL that of the frame around it. */
  readonly value: bigint
  /** Answers until the frame ends, and not after it. */
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

/** Its functions answer while `step` runs and not after it. */
export type Step = {
  readonly pc: number
  readonly opcode: number
  /** `'SSTORE'`; `'opcode 0xc not defined'` where there is none. */
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
