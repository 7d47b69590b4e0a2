import { observeStep } from '../observe.js'
import { type End, type Frame, halt } from './frame.js'
import { charge, gasLeft } from './gas.js'
import type { Instruction, Machine } from './machine.js'

const stackLimit = 1_024

/** Runs a frame until it ends, or another one has to run before it goes on. */
export function interpret(machine: Machine, frame: Frame): End | Frame {
  const { instructions } = machine.rules
  const { bytes } = frame.code
  const { stack } = frame
  const isObserved = machine.observer?.step !== undefined
  for (;;) {
    const opcode = bytes[frame.pc] ?? 0
    const instruction = instructions[opcode] as Instruction
    const tell = isObserved
      ? observeStep(machine, frame, instruction)
      : undefined
    const left = tell && gasLeft(frame)
    const height = stack.length - instruction.pops
    if (height < 0 || height + instruction.pushes > stackLimit)
      return halt(stackProblem(stack.length, instruction))
    if (!charge(frame, instruction.gas)) {
      tell?.(BigInt(instruction.gas))
      return halt('out of gas')
    }
    frame.pc++
    const next = instruction.run(frame, machine)
    if (left !== undefined) tell?.(left - gasLeft(frame))
    if (next === undefined) continue
    return typeof next === 'string' ? halt(next) : next
  }
}

/** In geth's words, as all halts are. */
function stackProblem(
  height: number,
  { pops, pushes }: Pick<Instruction, 'pops' | 'pushes'>,
): string {
  return height < pops
    ? `stack underflow (${height} <=> ${pops})`
    : `stack limit reached ${height} (${stackLimit + pops - pushes})`
}
