import type { Frame } from '../machine/frame.js'
import { charge, expand, gasOf, wordsOf } from '../machine/gas.js'
import type { Instruction, Machine, Next } from '../machine/machine.js'
import { store } from '../machine/memory.js'
import { toOffset, wordAt } from '../machine/words.js'
import { looking, popOffset, pushing, reading } from './instruction.js'

/** Instructions that read the frame's input. */
export const context: Instruction[] = [
  reading(0x30, 'ADDRESS', 2, ({ account }) => BigInt(account.address)),
  reading(0x32, 'ORIGIN', 2, (_, { environment }) =>
    BigInt(environment.origin),
  ),
  reading(0x33, 'CALLER', 2, ({ caller }) => BigInt(caller.address)),
  reading(0x34, 'CALLVALUE', 2, ({ value }) => value),
  looking(0x35, 'CALLDATALOAD', 3, (offset, { input }) =>
    wordAt(input, toOffset(offset)),
  ),
  reading(0x36, 'CALLDATASIZE', 2, ({ input }) => BigInt(input.length)),
  copying(0x37, 'CALLDATACOPY', ({ input }) => input),
  pushing(0x38, 'CODESIZE', 0, (bytes) => BigInt(bytes.length)),
  copying(0x39, 'CODECOPY', ({ code }) => code.bytes),
  reading(0x3a, 'GASPRICE', 2, (_, { environment }) => environment.gasPrice),
  reading(0x3d, 'RETURNDATASIZE', 2, ({ returnData }) =>
    BigInt(returnData.length),
  ),
  {
    ...copying(0x3e, 'RETURNDATACOPY', ({ returnData }) => returnData),
    run: (frame) => {
      const to = popOffset(frame)
      const from = popOffset(frame)
      const length = popOffset(frame)
      if (from + length > frame.returnData.length)
        return 'return data out of bounds'
      return copy(frame, frame.returnData, to, from, length)
    },
  },
]

function copying(
  opcode: number,
  name: string,
  source: (frame: Frame, machine: Machine) => Uint8Array,
): Instruction {
  const run = (frame: Frame, machine: Machine) => {
    const to = popOffset(frame)
    const from = popOffset(frame)
    const length = popOffset(frame)
    return copy(frame, source(frame, machine), to, from, length)
  }
  return { opcode, name, gas: 3, pops: 3, pushes: 0, run }
}

/** Pays by the word, grows memory and copies; zeros if nothing is left. */
export function copy(
  frame: Frame,
  source: Uint8Array,
  to: number,
  from: number,
  length: number,
): Next {
  if (!expand(frame, to, length)) return 'out of gas'
  if (!charge(frame, gasOf.copiedWord * wordsOf(length))) return 'out of gas'
  store(frame.memory, to, source, from, length)
  return undefined
}
