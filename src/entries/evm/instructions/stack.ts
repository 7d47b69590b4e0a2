import { pushedAt } from '../machine/code.js'
import type { Frame } from '../machine/frame.js'
import type { Instruction } from '../machine/machine.js'
import { pushing } from './instruction.js'

const counts = Array.from({ length: 32 }, (_, index) => index + 1)
const upTo16 = counts.slice(0, 16)

export const stack: Instruction[] = [
  arranging(0x50, 'POP', 2, 1, 0, (stack) => {
    stack.pop()
  }),
  pushing(0x5f, 'PUSH0', 0, () => 0n),
  ...counts.map(push),
  ...upTo16.map(duplicate),
  ...upTo16.map(swap),
]

function push(count: number): Instruction {
  return pushing(0x5f + count, `PUSH${count}`, count, (bytes, at) =>
    pushedAt(bytes, at, count),
  )
}

function duplicate(count: number): Instruction {
  const [opcode, pushes] = [0x7f + count, count + 1]
  return arranging(opcode, `DUP${count}`, 3, count, pushes, (stack) => {
    stack.push(stack[stack.length - count])
  })
}

function swap(count: number): Instruction {
  const [opcode, pushes] = [0x8f + count, count + 1]
  return arranging(opcode, `SWAP${count}`, 3, pushes, pushes, (stack) => {
    const top = stack.length - 1
    const other = stack[top - count]
    stack[top - count] = stack[top]
    stack[top] = other
  })
}

function arranging(
  opcode: number,
  name: string,
  gas: number,
  pops: number,
  pushes: number,
  arrange: (stack: unknown[]) => void,
): Instruction {
  const run = ({ stack }: Frame) => {
    arrange(stack)
    return undefined
  }
  return { opcode, name, gas, pops, pushes, run, arrange }
}
