import type { Frame } from '../machine/frame.js'
import type { Instruction, Machine } from '../machine/machine.js'

export function pop({ stack }: Frame): bigint {
  return stack.pop() as bigint
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
  return { opcode, name, gas, pops: 1, pushes: 1, run }
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
  return { opcode, name, gas, pops: 2, pushes: 1, run }
}
