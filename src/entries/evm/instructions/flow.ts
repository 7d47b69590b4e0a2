import { toQuantity } from '../../../base/hex/hex.js'
import { isJumpTarget } from '../machine/code.js'
import {
  expand,
  type Frame,
  hideSpare,
  load,
  revert,
  succeed,
} from '../machine/frame.js'
import { gasLeft } from '../machine/gas.js'
import type { Instruction, Next } from '../machine/machine.js'
import { narrow, type Word } from '../machine/words.js'
import { pop, popOffset, pushing, reading } from './instruction.js'

export const flow: Instruction[] = [
  {
    opcode: 0x00,
    name: 'STOP',
    gas: 0,
    pops: 0,
    pushes: 0,
    run: () => succeed(),
    isLast: true,
  },
  {
    opcode: 0x56,
    name: 'JUMP',
    gas: 8,
    pops: 1,
    pushes: 0,
    run: (frame) => jump(frame, pop(frame)),
    isLast: true,
  },
  {
    opcode: 0x57,
    name: 'JUMPI',
    gas: 10,
    pops: 2,
    pushes: 0,
    run: (frame) => {
      const target = pop(frame)
      return pop(frame) === 0 ? undefined : jump(frame, target)
    },
    isLast: true,
  },
  pushing(0x58, 'PC', 0, (_, at) => at),
  {
    ...reading(0x5a, 'GAS', 2, (frame) =>
      readGas(frame, handsOver(frame.code.bytes, frame.pc)),
    ),
    byPlace(bytes, at) {
      const isHanded = handsOver(bytes, at + 1)
      return (_first, _second, frame) => readGas(frame, isHanded)
    },
  },
  {
    opcode: 0x5b,
    name: 'JUMPDEST',
    gas: 1,
    pops: 0,
    pushes: 0,
    run: () => undefined,
    arrange: () => {},
  },
  ending(0xf3, 'RETURN', succeed),
  ending(0xfd, 'REVERT', revert),
]

function readGas(frame: Frame, isHanded: boolean): Word {
  if (!isHanded) hideSpare(frame)
  return narrow(gasLeft(frame))
}

/** Whether a call takes the gas at once: it hands over no more than it may. */
function handsOver(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at] ?? 0
  return next === 0xf1 || next === 0xf2 || next === 0xf4 || next === 0xfa
}

function jump(frame: Frame, target: Word): Next {
  if (!isJumpTarget(frame.code, target)) return 'invalid jump destination'
  frame.pc = Number(target)
  return undefined
}

function ending(
  opcode: number,
  name: string,
  end: (output: Uint8Array) => Next,
): Instruction {
  const run = (frame: Frame) => {
    const at = popOffset(frame)
    const length = popOffset(frame)
    if (!expand(frame, at, length)) return 'out of gas'
    return end(load(frame.memory, at, length))
  }
  return { opcode, name, gas: 0, pops: 2, pushes: 0, run, isLast: true }
}

/** Opcodes without a meaning, and INVALID, which has that one. */
export function invalid(opcode: number): Instruction {
  const name =
    opcode === 0xfe ? 'INVALID' : `opcode ${toQuantity(opcode)} not defined`
  const run = () => `invalid opcode: ${name}`
  return { opcode, name, gas: 0, pops: 0, pushes: 0, run, isLast: true }
}
