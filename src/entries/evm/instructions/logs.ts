import { toHex, toWord } from '../../../base/hex/hex.js'
import type { Frame } from '../machine/frame.js'
import { charge, expand, gasOf } from '../machine/gas.js'
import type { Instruction, Machine } from '../machine/machine.js'
import { look } from '../machine/memory.js'
import { pop, popOffset } from './instruction.js'

export const logs: Instruction[] = [0, 1, 2, 3, 4].map(log)

function log(count: number): Instruction {
  const run = (frame: Frame, { world, observer }: Machine) => {
    if (frame.isStatic) return 'write protection'
    const at = popOffset(frame)
    const length = popOffset(frame)
    if (!expand(frame, at, length)) return 'out of gas'
    if (!charge(frame, gasOf.logByte * length)) return 'out of gas'
    const topics = Array.from({ length: count }, () => toWord(pop(frame)))
    const data = toHex(look(frame.memory, at, length))
    const written = { address: frame.account.address, topics, data }
    world.logs.push(written)
    observer?.log?.(written)
    return undefined
  }
  const [opcode, gas] = [0xa0 + count, gasOf.logTopic * (count + 1)]
  return { opcode, name: `LOG${count}`, gas, pops: count + 2, pushes: 0, run }
}
