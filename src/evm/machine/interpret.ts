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
    if (height < 0) return halt('stack underflow')
    if (height + instruction.pushes > stackLimit) return halt('stack overflow')
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
