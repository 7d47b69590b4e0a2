import {
  type Account,
  accountOf,
  balanceOf,
  codeHexOf,
  isEmpty,
} from '../../../engine/world/world.js'
import { accessCost } from '../machine/access.js'
import { codeOf, hashOf } from '../machine/code.js'
import { charge } from '../machine/gas.js'
import type { Instruction, Machine } from '../machine/machine.js'
import { toAddress } from '../machine/words.js'
import { copy } from './context.js'
import { looking, pop, popOffset, reading } from './instruction.js'

/** Instructions that read any account. */
export const accounts: Instruction[] = [
  ofAccount(0x31, 'BALANCE', ({ world }, account) => balanceOf(world, account)),
  ofAccount(0x3b, 'EXTCODESIZE', ({ world }, account) =>
    BigInt((codeHexOf(world, account).length - 2) / 2),
  ),
  {
    opcode: 0x3c,
    name: 'EXTCODECOPY',
    gas: 0,
    pops: 4,
    pushes: 0,
    run: (frame, machine) => {
      const address = toAddress(pop(frame))
      const to = popOffset(frame)
      const from = popOffset(frame)
      const length = popOffset(frame)
      const { world } = machine
      const account = accountOf(world, address)
      if (!charge(frame, accessCost(machine, account))) return 'out of gas'
      const code = codeOf(codeHexOf(world, account))
      return copy(frame, code.bytes, to, from, length)
    },
  },
  ofAccount(0x3f, 'EXTCODEHASH', ({ world }, account) =>
    isEmpty(world, account) ? 0n : hashOf(codeOf(codeHexOf(world, account))),
  ),
  reading(0x47, 'SELFBALANCE', 5, ({ account }, { world }) =>
    balanceOf(world, account),
  ),
]

function ofAccount(
  opcode: number,
  name: string,
  value: (machine: Machine, account: Account) => bigint,
): Instruction {
  return looking(opcode, name, 0, (top, frame, machine) => {
    const account = accountOf(machine.world, toAddress(top))
    if (!charge(frame, accessCost(machine, account))) return 'out of gas'
    return value(machine, account)
  })
}
