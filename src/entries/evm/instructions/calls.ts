import { accountOf, isEmpty } from '../../../engine/world/world.js'
import { accessCost, targetOf } from '../machine/access.js'
import { createFrame, type Frame, noCode } from '../machine/frame.js'
import {
  charge,
  expand,
  gasLeft,
  gasOf,
  handOver,
  setGas,
} from '../machine/gas.js'
import type { Instruction, Machine, Next } from '../machine/machine.js'
import { look } from '../machine/memory.js'
import { toAddress } from '../machine/words.js'
import { pop, popOffset } from './instruction.js'

type CallType = 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL'

export const calls: Instruction[] = [
  calling(0xf1, 'CALL', 7),
  calling(0xf2, 'CALLCODE', 7),
  calling(0xf4, 'DELEGATECALL', 6),
  calling(0xfa, 'STATICCALL', 6),
]

function calling(opcode: number, name: CallType, pops: number): Instruction {
  const run = (frame: Frame, machine: Machine) => call(frame, machine, name)
  return { opcode, name, gas: 0, pops, pushes: 1, run, isLast: true }
}

function call(frame: Frame, machine: Machine, type: CallType): Next {
  const { world } = machine
  const wanted = pop(frame)
  const address = toAddress(pop(frame))
  const sent = type === 'CALL' || type === 'CALLCODE' ? pop(frame) : 0n
  const inputAt = popOffset(frame)
  const inputLength = popOffset(frame)
  const outputAt = popOffset(frame)
  const outputLength = popOffset(frame)
  if (type === 'CALL' && frame.isStatic && sent !== 0n)
    return 'write protection'
  if (!expand(frame, inputAt, inputLength)) return 'out of gas'
  if (!expand(frame, outputAt, outputLength)) return 'out of gas'
  const account = accountOf(world, address)
  if (!charge(frame, accessCost(machine, account))) return 'out of gas'
  const { target, delegate } = targetOf(machine, account)
  let cost =
    delegate === undefined ? 0 : accessCost(machine, accountOf(world, delegate))
  if (sent !== 0n) {
    cost += gasOf.valueTransfer
    if (type === 'CALL' && isEmpty(world, account)) cost += gasOf.newAccount
  }
  if (!charge(frame, cost)) return 'out of gas'
  const isDelegated = type === 'DELEGATECALL'
  const keepsAccount = isDelegated || type === 'CALLCODE'
  const child = createFrame({
    type,
    parent: frame,
    depth: frame.depth + 1,
    isStatic: frame.isStatic || type === 'STATICCALL',
    caller: isDelegated ? frame.caller : frame.account,
    account: keepsAccount ? frame.account : account,
    target,
    value: isDelegated ? frame.value : sent,
    // Nobody writes to this memory before the child has ended.
    input: look(frame.memory, inputAt, inputLength),
    code: noCode,
    outputAt,
    outputLength,
  })
  handOver(frame, child, wanted)
  child.handed = gasLeft(child)
  if (sent !== 0n) setGas(child, gasLeft(child) + BigInt(gasOf.stipend))
  return child
}
