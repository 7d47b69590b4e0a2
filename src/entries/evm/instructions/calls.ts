import { concatBytes } from '@noble/hashes/utils.js'
import { createdAddress } from '../../../base/codec/rlp.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import { type Address, toBytes } from '../../../base/hex/hex.js'
import { mostInitcode } from '../../../engine/gas.js'
import { accountOf, isEmpty, nonceOf } from '../../../engine/world/world.js'
import { accessCost, targetOf } from '../machine/access.js'
import { createCode } from '../machine/code.js'
import { createFrame, type Frame, noCode, none } from '../machine/frame.js'
import {
  charge,
  expand,
  gasLeft,
  gasOf,
  handOver,
  setGas,
  wordsOf,
} from '../machine/gas.js'
import type { Instruction, Machine, Next } from '../machine/machine.js'
import { load, look } from '../machine/memory.js'
import { keccak, numberToBytes, toAddress } from '../machine/words.js'
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

export const creations: Instruction[] = [
  creating(0xf0, 'CREATE', 3),
  creating(0xf5, 'CREATE2', 4),
]

type CreationType = 'CREATE' | 'CREATE2'

function creating(
  opcode: number,
  name: CreationType,
  pops: number,
): Instruction {
  const run = (frame: Frame, machine: Machine) => create(frame, machine, name)
  return { opcode, name, gas: 32_000, pops, pushes: 1, run, isLast: true }
}

function create(frame: Frame, machine: Machine, type: CreationType): Next {
  const { world } = machine
  if (frame.isStatic) return 'write protection'
  const value = pop(frame)
  const [at, length] = [popOffset(frame), popOffset(frame)]
  const salt = type === 'CREATE2' ? pop(frame) : undefined
  if (!expand(frame, at, length)) return 'out of gas'
  if (length > mostInitcode) return 'max initcode size exceeded'
  const perWord =
    gasOf.initcodeWord + (salt === undefined ? 0 : gasOf.keccakWord)
  if (!charge(frame, perWord * wordsOf(length))) return 'out of gas'
  const initcode = load(frame.memory, at, length)
  const creator = frame.account.address
  const address =
    salt === undefined
      ? createdAddress(creator, nonceOf(world, frame.account))
      : addressBySalt(creator, salt, initcode)
  const child = createFrame({
    type,
    parent: frame,
    depth: frame.depth + 1,
    isStatic: false,
    caller: frame.account,
    account: accountOf(world, address),
    target: { address, hex: undefined, precompile: undefined },
    value,
    input: none,
    code: createCode(initcode),
    outputAt: 0,
    outputLength: 0,
  })
  handOver(frame, child, 2n ** 64n)
  child.handed = gasLeft(child)
  return child
}

/** EIP-1014. */
function addressBySalt(
  creator: Address,
  salt: bigint,
  initcode: Uint8Array,
): Address {
  const hash = keccak256(initcode)
  const parts = [toBytes(creator), numberToBytes(salt, 32), hash]
  return toAddress(keccak(concatBytes(Uint8Array.of(0xff), ...parts)))
}
