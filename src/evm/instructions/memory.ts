import type { Frame } from '../machine/frame.js'
import { charge, expand, gasOf, wordsOf } from '../machine/gas.js'
import { keccak } from '../machine/keccak.js'
import type { Instruction } from '../machine/machine.js'
import { loadWord, storeWord } from '../machine/memory.js'
import { pop, reading } from './instruction.js'

export const memory: Instruction[] = [
  {
    opcode: 0x20,
    name: 'KECCAK256',
    gas: 30,
    pops: 2,
    pushes: 1,
    run: (frame) => {
      const at = pop(frame)
      const length = pop(frame)
      if (!expand(frame, at, length)) return 'out of gas'
      const count = Number(length)
      if (!charge(frame, gasOf.keccakWord * wordsOf(count))) return 'out of gas'
      const start = count === 0 ? 0 : Number(at)
      const bytes = frame.memory.bytes.subarray(start, start + count)
      frame.stack.push(keccak(bytes))
      return undefined
    },
  },
  {
    opcode: 0x51,
    name: 'MLOAD',
    gas: 3,
    pops: 1,
    pushes: 1,
    run: (frame) => {
      const at = pop(frame)
      if (!expand(frame, at, 32n)) return 'out of gas'
      frame.stack.push(loadWord(frame.memory, Number(at)))
      return undefined
    },
  },
  {
    opcode: 0x52,
    name: 'MSTORE',
    gas: 3,
    pops: 2,
    pushes: 0,
    run: (frame) => {
      const at = pop(frame)
      if (!expand(frame, at, 32n)) return 'out of gas'
      storeWord(frame.memory, Number(at), pop(frame))
      return undefined
    },
  },
  {
    opcode: 0x53,
    name: 'MSTORE8',
    gas: 3,
    pops: 2,
    pushes: 0,
    run: (frame) => {
      const at = pop(frame)
      if (!expand(frame, at, 1n)) return 'out of gas'
      frame.memory.view.setUint8(Number(at), Number(pop(frame) & 0xffn))
      return undefined
    },
  },
  reading(0x59, 'MSIZE', 2, ({ memory }) => BigInt(memory.size)),
  { opcode: 0x5e, name: 'MCOPY', gas: 3, pops: 3, pushes: 0, run: moveWithin },
]

/** EIP-5656: the ranges may overlap. */
function moveWithin(frame: Frame) {
  const [to, from, length] = [pop(frame), pop(frame), pop(frame)]
  const high = to > from ? to : from
  if (!expand(frame, high, length)) return 'out of gas'
  const count = Number(length)
  if (!charge(frame, gasOf.copiedWord * wordsOf(count))) return 'out of gas'
  if (count === 0) return undefined
  const start = Number(from)
  frame.memory.bytes.copyWithin(Number(to), start, start + count)
  return undefined
}
