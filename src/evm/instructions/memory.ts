import type { Frame } from '../machine/frame.js'
import { charge, expand, gasOf, wordsOf } from '../machine/gas.js'
import { keccak } from '../machine/keccak.js'
import type { Instruction } from '../machine/machine.js'
import { loadWord, storeWord } from '../machine/memory.js'
import { pop, popOffset, reading } from './instruction.js'

export const memory: Instruction[] = [
  {
    opcode: 0x20,
    name: 'KECCAK256',
    gas: 30,
    pops: 2,
    pushes: 1,
    run: (frame, { environment }) => {
      const at = popOffset(frame)
      const length = popOffset(frame)
      if (!expand(frame, at, length)) return 'out of gas'
      if (!charge(frame, gasOf.keccakWord * wordsOf(length)))
        return 'out of gas'
      const start = length === 0 ? 0 : at
      const bytes = frame.memory.bytes.subarray(start, start + length)
      frame.stack.push(keccak(bytes, environment.keccak256))
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
      const at = popOffset(frame)
      if (!expand(frame, at, 32)) return 'out of gas'
      frame.stack.push(loadWord(frame.memory, at))
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
      const at = popOffset(frame)
      if (!expand(frame, at, 32)) return 'out of gas'
      storeWord(frame.memory, at, pop(frame))
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
      const at = popOffset(frame)
      if (!expand(frame, at, 1)) return 'out of gas'
      frame.memory.view.setUint8(at, Number(pop(frame) & 0xffn))
      return undefined
    },
  },
  reading(0x59, 'MSIZE', 2, ({ memory }) => BigInt(memory.size)),
  { opcode: 0x5e, name: 'MCOPY', gas: 3, pops: 3, pushes: 0, run: moveWithin },
]

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
