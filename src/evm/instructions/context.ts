import type { Frame } from '../machine/frame.js'
import { charge, expand, gasOf, wordsOf } from '../machine/gas.js'
import type { Instruction, Machine, Next } from '../machine/machine.js'
import { store } from '../machine/memory.js'
import { readWord, sliceOf, toOffset, viewOf } from '../machine/words.js'
import { pop, reading, unary } from './instruction.js'

/** What the frame was given. */
export const context: Instruction[] = [
  reading(0x30, 'ADDRESS', 2, ({ account }) => BigInt(account.address)),
  reading(0x32, 'ORIGIN', 2, (_, { environment }) =>
    BigInt(environment.origin),
  ),
  reading(0x33, 'CALLER', 2, ({ caller }) => BigInt(caller.address)),
  reading(0x34, 'CALLVALUE', 2, ({ value }) => value),
  {
    ...unary(0x35, 'CALLDATALOAD', 3, (at) => at),
    run: (frame) => {
      const { stack, input } = frame
      const at = toOffset(pop(frame))
      if (at + 32 <= input.length) {
        frame.inputView ??= viewOf(input)
        stack.push(readWord(frame.inputView, at))
      } else stack.push(readWord(viewOf(sliceOf(input, at, 32)), 0))
      return undefined
    },
  },
  reading(0x36, 'CALLDATASIZE', 2, ({ input }) => BigInt(input.length)),
  copying(0x37, 'CALLDATACOPY', ({ input }) => input),
  reading(0x38, 'CODESIZE', 2, ({ code }) => BigInt(code.bytes.length)),
  copying(0x39, 'CODECOPY', ({ code }) => code.bytes),
  reading(0x3a, 'GASPRICE', 2, (_, { environment }) => environment.gasPrice),
  reading(0x3d, 'RETURNDATASIZE', 2, ({ returnData }) =>
    BigInt(returnData.length),
  ),
  {
    ...copying(0x3e, 'RETURNDATACOPY', ({ returnData }) => returnData),
    run: (frame) => {
      const [to, from, length] = [pop(frame), pop(frame), pop(frame)]
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
    const [to, from, length] = [pop(frame), pop(frame), pop(frame)]
    return copy(frame, source(frame, machine), to, from, length)
  }
  return { opcode, name, gas: 3, pops: 3, pushes: 0, run }
}

/** Pays by the word, grows memory and copies; zeros where nothing is left. */
export function copy(
  frame: Frame,
  source: Uint8Array,
  to: bigint,
  from: bigint,
  length: bigint,
): Next {
  if (!expand(frame, to, length)) return 'out of gas'
  const count = Number(length)
  if (!charge(frame, gasOf.copiedWord * wordsOf(count))) return 'out of gas'
  if (count > 0) store(frame.memory, Number(to), source, toOffset(from), count)
  return undefined
}
