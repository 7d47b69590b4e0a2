import type { Address } from '../../../base/hex/hex.js'
import type { Environment } from '../../../engine/engine.js'
import type { Observer } from '../../../engine/observer.js'
import type { World } from '../../../engine/world/world.js'
import type { Code } from './code.js'
import type { End, Frame } from './frame.js'
import type { Precompile } from './precompile.js'

/** Undefined goes on, a text halts and says why, a frame runs before it. */
export type Next = undefined | string | Frame | End

/** What an instruction pushes if it pushes; a text halts and says why. */
export type Operation = (
  first: bigint,
  second: bigint,
  frame: Frame,
  machine: Machine,
) => bigint | string

export type Instruction = {
  readonly opcode: number
  readonly name: string
  /** What it costs whatever it does; the rest it takes itself. */
  readonly gas: number
  readonly pops: number
  readonly pushes: number
  readonly run: (frame: Frame, machine: Machine) => Next
  /** How many bytes of the code after it are its own. */
  readonly immediate?: number
  /** What it pushes, where the code and its place there tell. */
  readonly constant?: (bytes: Uint8Array, at: number) => bigint
  /** How it moves what is on the stack, where it does no more. */
  readonly arrange?: (stack: unknown[]) => void
  /** What it makes of the values that it takes, where they are two at most. */
  readonly operation?: Operation
  /** The same where those values decide, so it is worked out beforehand. */
  readonly pure?: (first: bigint, second: bigint) => bigint
  /** It decides where the code goes on, or looks at the gas that is left. */
  readonly isLast?: true
}

/**
 * Instructions that run one after the other whatever the values are. What they
 * cost and need is checked once for all of them, and what merely moves values
 * on the stack was worked out beforehand: each value has its place in `values`.
 */
export type Block = {
  /** What the instructions cost, whatever they do. */
  readonly gas: number
  /** How many values have to be on the stack. */
  readonly needs: number
  /** How many more than at the beginning there are at most. */
  readonly grows: number
  /** Constants, and room for what the block reads and makes. */
  readonly values: bigint[]
  /** What it reads of the stack as it finds it; the top is at depth 0. */
  readonly reads: readonly { readonly depth: number; readonly to: number }[]
  readonly steps: readonly Step[]
  /** How many values it takes off the stack. */
  readonly drops: number
  /** What it puts there instead, the top last. */
  readonly leaves: readonly number[]
  /** What runs by the stack of the frame in the end. */
  readonly last: Instruction | undefined
  /** Where the code goes on. */
  readonly next: number
  /** Where it goes on instead if that value is not 0. */
  readonly branch: { readonly value: number; readonly next: number } | undefined
}

/** An operation on two values, or an instruction that is handed its own. */
export type Step = {
  readonly instruction: Instruction
  readonly operation: Operation | undefined
  readonly first: number
  readonly second: number
  /** All that it takes, the top last. */
  readonly operands: readonly number[]
  readonly to: number
}

/** By where they begin; how often code came there until there is a block. */
export type Blocks = (Block | number | undefined)[]

/** What a hardfork decides. */
export type Rules = {
  /** All 256, those without a meaning too. */
  readonly instructions: readonly Instruction[]
  readonly blocks: WeakMap<Code, Blocks>
  readonly precompiles: ReadonlyMap<Address, Precompile>
  /** Whom to touch is cheap from the beginning, wherever they were moved. */
  readonly warm: ReadonlyMap<Address, Precompile>
  /** Since Prague code may stand in for that of another account. */
  readonly hasDelegations: boolean
}

/** What all frames of one message share. */
export type Machine = {
  readonly world: World
  readonly environment: Environment
  readonly rules: Rules
  readonly observer: Observer | undefined
  /** A reader of state has run it: blocks may be in use, and are left alone. */
  readonly isNested: boolean
  /** What the frames that an observer was told of had to spend. */
  readonly observedGas: bigint[]
  /** How much it may compute. */
  readonly computeUnitLimit: number
  /** How much it has computed. */
  computeUnits: number
  /** How many native contracts wait for a call that they made. */
  waitingNatives: number
}
