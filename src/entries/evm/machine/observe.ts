import type { Address } from '../../../base/hex/hex.js'
import { toHex, toWord } from '../../../base/hex/hex.js'
import { type Account, readSlot, slotOf } from '../../../engine/world/world.js'
import { type End, type Frame, isCreation } from './frame.js'
import { gasLeft } from './gas.js'
import type { Instruction, Machine } from './machine.js'
import { look } from './memory.js'

export function observeBegin(machine: Machine, frame: Frame): void {
  const { observer, observedGas } = machine
  if (observer === undefined) return
  const { type, account, caller, target, value, depth } = frame
  const gas = gasLeft(frame)
  observedGas.push(gas)
  observer.enter?.({
    type,
    from: callerOf(type, account, caller),
    to: target.address,
    value,
    input: () => toHex(isCreation(frame) ? frame.code.bytes : frame.input),
    gas,
    depth,
  })
}

/** The caller: delegated code calls as somebody else. */
function callerOf(
  type: Frame['type'],
  account: Account,
  caller: Account,
): Address {
  return type === 'DELEGATECALL' ? account.address : caller.address
}

export function observeEnd(machine: Machine, frame: Frame, end: End): void {
  const { observer, observedGas } = machine
  if (observer === undefined) return
  const { status, output, reason } = end
  const given = observedGas.pop() ?? 0n
  const error = status === 'reverted' ? 'execution reverted' : reason
  observer.exit?.({
    output: toHex(output),
    gasUsed: given - gasLeft(frame),
    ...(error !== undefined && { error }),
  })
}

/**
 * Reports an instruction before it runs, and returns the receiver of its cost.
 */
export function observeStep(
  { observer, world }: Machine,
  frame: Frame,
  { opcode, name }: Instruction,
): ((gasCost: bigint) => void) | undefined {
  const { account, pc, depth, stack, memory } = frame
  return observer?.step?.({
    pc,
    opcode,
    name,
    gas: gasLeft(frame),
    depth,
    address: account.address,
    refund: BigInt(world.refund),
    stack: () => stack.map(toWord),
    peek: (depth) => {
      const word = stack[stack.length - 1 - depth]
      return word === undefined ? undefined : toWord(word)
    },
    memory: () => toHex(look(memory, 0, memory.size)),
    returnData: () => toHex(frame.returnData),
    slot: (key) => {
      const word = BigInt(key)
      return toWord(readSlot(world, account, word, slotOf(account, word)))
    },
  })
}
