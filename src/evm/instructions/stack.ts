import type { Frame } from '../machine/frame.js'
import type { Instruction } from '../machine/machine.js'
import { pushedAt } from '../state/code.js'

const counts = Array.from({ length: 32 }, (_, index) => index + 1)
const upTo16 = counts.slice(0, 16)

export const stack: Instruction[] = [
  {
    opcode: 0x50,
    name: 'POP',
    gas: 2,
    pops: 1,
    pushes: 0,
    run: ({ stack }) => {
      stack.pop()
      return undefined
    },
  },
  {
    opcode: 0x5f,
    name: 'PUSH0',
    gas: 2,
    pops: 0,
    pushes: 1,
    run: ({ stack }) => {
      stack.push(0n)
      return undefined
    },
  },
  ...counts.map(push),
  ...upTo16.map(duplicate),
  ...upTo16.map(swap),
]

function push(count: number): Instruction {
  const run = (frame: Frame) => {
    frame.stack.push(pushedAt(frame.code, frame.pc - 1, count))
    frame.pc += count
    return undefined
  }
  const opcode = 0x5f + count
  return { opcode, name: `PUSH${count}`, gas: 3, pops: 0, pushes: 1, run }
}

function duplicate(count: number): Instruction {
  const run = ({ stack }: Frame) => {
    stack.push(stack[stack.length - count] as bigint)
    return undefined
  }
  const [opcode, pushes] = [0x7f + count, count + 1]
  return { opcode, name: `DUP${count}`, gas: 3, pops: count, pushes, run }
}

function swap(count: number): Instruction {
  const run = ({ stack }: Frame) => {
    const top = stack.length - 1
    const other = stack[top - count] as bigint
    stack[top - count] = stack[top] as bigint
    stack[top] = other
    return undefined
  }
  const [opcode, pushes] = [0x8f + count, count + 1]
  return { opcode, name: `SWAP${count}`, gas: 3, pops: pushes, pushes, run }
}
