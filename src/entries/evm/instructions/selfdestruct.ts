import {
  accountOf,
  balanceOf,
  change,
  isEmpty,
  transfer,
} from '../../../engine/world/world.js'
import { accessCost } from '../machine/access.js'
import { type Frame, succeed } from '../machine/frame.js'
import { charge, gasOf } from '../machine/gas.js'
import type { Instruction, Machine, Next } from '../machine/machine.js'
import { toAddress } from '../machine/words.js'
import { pop } from './instruction.js'

export const selfdestruct: Instruction = {
  opcode: 0xff,
  name: 'SELFDESTRUCT',
  gas: 5_000,
  pops: 1,
  pushes: 0,
  run: destroy,
  isLast: true,
}

/** EIP-6780: only what this transaction created is deleted. */
function destroy(frame: Frame, machine: Machine): Next {
  const { world, observer } = machine
  const { account, isStatic } = frame
  if (isStatic) return 'write protection'
  const heir = accountOf(world, toAddress(pop(frame)))
  const access = accessCost(machine, heir)
  const cold = access === gasOf.coldAccount ? access : 0
  if (!charge(frame, cold)) return 'out of gas'
  const rest = balanceOf(world, account)
  const isNew = rest !== 0n && isEmpty(world, heir)
  if (isNew && !charge(frame, gasOf.newAccount)) return 'out of gas'
  observer?.enter?.({
    type: 'SELFDESTRUCT',
    from: account.address,
    to: heir.address,
    value: rest,
    input: () => '0x',
    gas: 0n,
    depth: frame.depth + 1,
  })
  if (heir !== account) transfer(world, account, heir, rest)
  else if (account.isCreated) change(world, account, 'balance', 0n)
  if (account.isCreated) change(world, account, 'isDestroyed', true)
  observer?.exit?.({ output: '0x', gasUsed: 0n })
  return succeed()
}
