import { pushedAt } from '../machine/code.js'
import { expand, type Frame } from '../machine/frame.js'
import { charge, gasOf, wordsOf } from '../machine/gas.js'
import type { Instruction } from '../machine/machine.js'
import { hashAt } from '../machine/shortHash.js'
import { readWord, toOffset, toWide, writeWord } from '../machine/words.js'
import { operating, popOffset, pushing, reading } from './instruction.js'

const counts = Array.from({ length: 32 }, (_, index) => index + 1)
const upTo16 = counts.slice(0, 16)

export const stack: Instruction[] = [
  arranging(0x50, 'POP', 2, 1, 0, (stack) => {
    stack.pop()
  }),
  pushing(0x5f, 'PUSH0', 0, () => 0),
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

export const memory: Instruction[] = [
  operating({
    opcode: 0x20,
    name: 'KECCAK256',
    gas: 30,
    pops: 2,
    pushes: 1,
    operation: (first, second, frame, { environment }) => {
      const [at, length] = [toOffset(first), toOffset(second)]
      if (!expand(frame, at, length)) return 'out of gas'
      if (!charge(frame, gasOf.keccakWord * wordsOf(length)))
        return 'out of gas'
      return hashAt(frame.memory, at, length, environment.keccak256)
    },
  }),
  operating({
    opcode: 0x51,
    name: 'MLOAD',
    gas: 3,
    pops: 1,
    pushes: 1,
    operation: (offset, _, frame) => {
      const at = toOffset(offset)
      if (!expand(frame, at, 32)) return 'out of gas'
      return readWord(frame.memory.view, at)
    },
    shortcut: (at) => [hasWord(at), `readWord(memory.view, ${at})`],
  }),
  operating({
    opcode: 0x52,
    name: 'MSTORE',
    gas: 3,
    pops: 2,
    pushes: 0,
    operation: (offset, word, frame) => {
      const at = toOffset(offset)
      if (!expand(frame, at, 32)) return 'out of gas'
      writeWord(frame.memory.view, at, word)
      return 0
    },
    shortcut: (at, word) => [
      hasWord(at),
      `(writeWord(memory.view, ${at}, ${word}), 0)`,
    ],
  }),
  operating({
    opcode: 0x53,
    name: 'MSTORE8',
    gas: 3,
    pops: 2,
    pushes: 0,
    operation: (offset, word, frame) => {
      const at = toOffset(offset)
      if (!expand(frame, at, 1)) return 'out of gas'
      frame.memory.view.setUint8(at, Number(BigInt.asUintN(8, toWide(word))))
      return 0
    },
  }),
  reading(0x59, 'MSIZE', 2, ({ memory }) => memory.size),
  { opcode: 0x5e, name: 'MCOPY', gas: 3, pops: 3, pushes: 0, run: moveWithin },
]

function hasWord(at: string): string {
  return `typeof ${at} === 'number' && ${at} + 32 <= memory.size`
}

/** EIP-5656: the ranges may overlap. */
function moveWithin(frame: Frame) {
  const to = popOffset(frame)
  const from = popOffset(frame)
  const length = popOffset(frame)
  if (!expand(frame, Math.max(to, from), length)) return 'out of gas'
  if (!charge(frame, gasOf.copiedWord * wordsOf(length))) return 'out of gas'
  if (length === 0) return undefined
  frame.memory.bytes.copyWithin(to, from, from + length)
  return undefined
}
