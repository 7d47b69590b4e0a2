import type { Frame } from '../machine/frame.js'
import type { Instruction, Machine, Operation } from '../machine/machine.js'
import { narrow, toOffset, toWide, type Word } from '../machine/words.js'

export function pop({ stack }: Frame): Word {
  return stack.pop() as Word
}

export function popWide(frame: Frame): bigint {
  return toWide(pop(frame))
}

export function popOffset(frame: Frame): number {
  return toOffset(pop(frame))
}

/** Takes up to two values, and pushes one at most. */
export function operating(
  definition: Omit<Instruction, 'run'> & { readonly operation: Operation },
): Instruction {
  const { pops, pushes, operation } = definition
  const run = (frame: Frame, machine: Machine) => {
    const first = pops > 0 ? pop(frame) : 0
    const second = pops > 1 ? pop(frame) : 0
    const result = operation(first, second, frame, machine)
    if (typeof result === 'string') return result
    if (pushes > 0) frame.stack.push(result)
    return undefined
  }
  return { ...definition, run }
}

/** What comes from outside may be a small bigint. */
function wordOf<other>(value: bigint | other): Word | other {
  return typeof value === 'bigint' ? narrow(value) : value
}

/** Pushes what it reads, and takes nothing. */
export function reading(
  opcode: number,
  name: string,
  gas: number,
  read: (frame: Frame, machine: Machine) => Word,
): Instruction {
  const operation: Operation = (_first, _second, frame, machine) =>
    wordOf(read(frame, machine))
  return operating({ opcode, name, gas, pops: 0, pushes: 1, operation })
}

/** Puts in place of the top what it reads by it. */
export function looking(
  opcode: number,
  name: string,
  gas: number,
  look: (top: Word, frame: Frame, machine: Machine) => Word | string,
): Instruction {
  const operation: Operation = (top, _second, frame, machine) =>
    wordOf(look(top, frame, machine))
  return operating({ opcode, name, gas, pops: 1, pushes: 1, operation })
}

/** Pushes what its place in the code says; what has no bytes costs less. */
export function pushing(
  opcode: number,
  name: string,
  immediate: number,
  constant: (bytes: Uint8Array, at: number) => Word,
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

export function unary(
  opcode: number,
  name: string,
  gas: number,
  pure: (value: Word) => Word,
): Instruction {
  const operation = pure
  return operating({ opcode, name, gas, pops: 1, pushes: 1, operation, pure })
}

export function binary(
  opcode: number,
  name: string,
  gas: number,
  pure: (first: Word, second: Word) => Word,
): Instruction {
  const operation = pure
  return operating({ opcode, name, gas, pops: 2, pushes: 1, operation, pure })
}
