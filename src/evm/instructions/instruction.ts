import type { Frame } from '../machine/frame.js'
import type { Instruction, Machine } from '../machine/machine.js'
import { toOffset } from '../machine/words.js'

export function pop({ stack }: Frame): bigint {
  return stack.pop() as bigint
}

export function popOffset(frame: Frame): number {
  return toOffset(pop(frame))
}

type Value = (frame: Frame, machine: Machine) => bigint

/** Pushes what it reads, and takes nothing. */
export function reading(
  opcode: number,
  name: string,
  gas: number,
  value: Value,
): Instruction {
  const run = (frame: Frame, machine: Machine) => {
    frame.stack.push(value(frame, machine))
    return undefined
  }
  return { opcode, name, gas, pops: 0, pushes: 1, run }
}

/** Pushes what its place in the code says; what has no bytes costs less. */
export function pushing(
  opcode: number,
  name: string,
  immediate: number,
  constant: (bytes: Uint8Array, at: number) => bigint,
): Instruction {
  const run = (frame: Frame) => {
    frame.stack.push(constant(frame.code.bytes, frame.pc - 1))
    frame.pc += immediate
    return undefined
  }
  const gas = immediate === 0 ? 2 : 3
  const [pops, pushes] = [0, 1]
  return { opcode, name, gas, pops, pushes, run, immediate, constant }
}

/** Puts in the place of the top what it reads by it. */
export function looking(
  opcode: number,
  name: string,
  gas: number,
  value: (top: bigint, frame: Frame, machine: Machine) => bigint,
): Instruction {
  const run = (frame: Frame, machine: Machine) => {
    frame.stack.push(value(pop(frame), frame, machine))
    return undefined
  }
  return { opcode, name, gas, pops: 1, pushes: 1, run }
}

export function unary(
  opcode: number,
  name: string,
  gas: number,
  operation: (value: bigint) => bigint,
): Instruction {
  const run = ({ stack }: Frame) => {
    const top = stack.length - 1
    stack[top] = operation(stack[top] as bigint)
    return undefined
  }
  return { opcode, name, gas, pops: 1, pushes: 1, run, operation }
}

export function binary(
  opcode: number,
  name: string,
  gas: number,
  operation: (first: bigint, second: bigint) => bigint,
): Instruction {
  const run = ({ stack }: Frame) => {
    const first = stack.pop() as bigint
    const top = stack.length - 1
    stack[top] = operation(first, stack[top] as bigint)
    return undefined
  }
  return { opcode, name, gas, pops: 2, pushes: 1, run, operation }
}
