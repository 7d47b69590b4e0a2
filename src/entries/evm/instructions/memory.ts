import { pushedAt } from '../machine/code.js'
import {
  expand,
  type Frame,
  loadWord,
  look,
  type Memory,
  storeWord,
} from '../machine/frame.js'
import { charge, gasOf, wordsOf } from '../machine/gas.js'
import type { Instruction, Operation } from '../machine/machine.js'
import { keccak, toOffset, toWide, type Word } from '../machine/words.js'
import {
  looking,
  operating,
  popOffset,
  pushing,
  reading,
} from './instruction.js'

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
      return keccak(look(frame.memory, at, length), environment.keccak256)
    },
  }),
  looking(0x51, 'MLOAD', 3, (offset, frame) => {
    const at = toOffset(offset)
    if (!expand(frame, at, 32)) return 'out of gas'
    return loadWord(frame.memory, at)
  }),
  storing(0x52, 'MSTORE', 32, storeWord),
  storing(0x53, 'MSTORE8', 1, ({ view }, at, word) =>
    view.setUint8(at, Number(BigInt.asUintN(8, toWide(word)))),
  ),
  reading(0x59, 'MSIZE', 2, ({ memory }) => memory.size),
  { opcode: 0x5e, name: 'MCOPY', gas: 3, pops: 3, pushes: 0, run: moveWithin },
]

function storing(
  opcode: number,
  name: string,
  length: number,
  store: (memory: Memory, at: number, word: Word) => void,
): Instruction {
  const operation: Operation = (offset, word, frame) => {
    const at = toOffset(offset)
    if (!expand(frame, at, length)) return 'out of gas'
    store(frame.memory, at, word)
    return 0
  }
  return operating({ opcode, name, gas: 3, pops: 2, pushes: 0, operation })
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
