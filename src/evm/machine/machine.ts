import type { Environment } from '../../engine/engine.js'
import type { Observer } from '../../engine/observer.js'
import type { Address } from '../../hex/hex.js'
import type { World } from '../../world/world.js'
import type { Precompile } from '../precompiles/precompile.js'
import type { End, Frame } from './frame.js'

/** Undefined goes on, a text halts and says why, a frame runs before it. */
export type Next = undefined | string | Frame | End

export type Instruction = {
  readonly opcode: number
  readonly name: string
  /** What it costs whatever it does; the rest it takes itself. */
  readonly gas: number
  readonly pops: number
  readonly pushes: number
  readonly run: (frame: Frame, machine: Machine) => Next
}

/** What a hardfork decides. */
export type Rules = {
  /** All 256, those without a meaning too. */
  readonly instructions: readonly Instruction[]
  readonly precompiles: ReadonlyMap<Address, Precompile>
  /** Since Prague code may stand in for that of another account. */
  readonly hasDelegations: boolean
}

/** What all frames of one message share. */
export type Machine = {
  readonly world: World
  readonly environment: Environment
  readonly rules: Rules
  readonly observer: Observer | undefined
  /** What the frames that an observer was told of had to spend. */
  readonly observedGas: bigint[]
  /** How many native contracts wait for a call that they made. */
  waitingNatives: number
}
