import { concatBytes } from '@noble/hashes/utils.js'
import { createdAddress } from '../../../base/codec/rlp.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import { type Address, toBytes } from '../../../base/hex/hex.js'
import { accountOf, isEmpty, nonceOf } from '../../../engine/world/world.js'
import { createCode } from '../machine/code.js'
import {
  createFrame,
  expand,
  type Frame,
  load,
  look,
  noCode,
  none,
  refusalOf,
} from '../machine/frame.js'
import {
  charge,
  chargeState,
  gasLeft,
  gasOf,
  handOver,
  setGas,
  wordsOf,
} from '../machine/gas.js'
import {
  accessCost,
  type Instruction,
  type Machine,
  type Next,
  targetOf,
} from '../machine/machine.js'
import { keccak, numberToBytes, toAddress } from '../machine/words.js'
import { pop, popOffset, popWide } from './instruction.js'

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
  const sent = type === 'CALL' || type === 'CALLCODE' ? popWide(frame) : 0n
  const inputAt = popOffset(frame)
  const inputLength = popOffset(frame)
  const outputAt = popOffset(frame)
  const outputLength = popOffset(frame)
  if (type === 'CALL' && frame.isStatic && sent !== 0n)
    return 'write protection'
  if (!expand(frame, inputAt, inputLength)) return 'out of gas'
  if (!expand(frame, outputAt, outputLength)) return 'out of gas'
  const account = accountOf(world, address)
  const { valueTransfer, newAccount, state } = machine.rules.prices
  const moving = sent === 0n ? 0 : valueTransfer
  if (!charge(frame, accessCost(machine, account) + moving)) return 'out of gas'
  const target = targetOf(machine, account, (delegate) =>
    charge(frame, accessCost(machine, delegate)),
  )
  if (target === undefined) return 'out of gas'
  const isNew = type === 'CALL' && sent !== 0n && isEmpty(world, account)
  if (isNew && !charge(frame, newAccount)) return 'out of gas'
  const hasNewAccount = isNew && state !== undefined
  if (hasNewAccount && !chargeState(machine, frame, state.account))
    return 'out of gas'
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
  child.hasNewAccount = hasNewAccount
  handOver(frame, child, wanted)
  child.handed = child.gas
  if (sent !== 0n) setGas(child, gasLeft(child) + BigInt(gasOf.stipend))
  return child
}

export const creations = creationsAt(32_000)

export function creationsAt(gas: number): Instruction[] {
  return [creating(0xf0, 'CREATE', 3, gas), creating(0xf5, 'CREATE2', 4, gas)]
}

type CreationType = 'CREATE' | 'CREATE2'

function creating(
  opcode: number,
  name: CreationType,
  pops: number,
  gas: number,
): Instruction {
  const run = (frame: Frame, machine: Machine) => create(frame, machine, name)
  return { opcode, name, gas, pops, pushes: 1, run, isLast: true }
}

function create(frame: Frame, machine: Machine, type: CreationType): Next {
  const { world, rules } = machine
  if (frame.isStatic) return 'write protection'
  const value = popWide(frame)
  const [at, length] = [popOffset(frame), popOffset(frame)]
  const salt = type === 'CREATE2' ? popWide(frame) : undefined
  if (!expand(frame, at, length)) return 'out of gas'
  if (length > rules.maxInitcode) return 'max initcode size exceeded'
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
  if (!payForAccount(machine, frame, child)) return 'out of gas'
  handOver(frame, child, 2n ** 64n)
  child.handed = child.gas
  return child
}

/**
 * EIP-8037: whoever creates an account pays for its state, before it hands gas
 * over. Nobody looks at an address that is not going to be created.
 */
function payForAccount(machine: Machine, frame: Frame, child: Frame): boolean {
  const { world, rules } = machine
  const { state } = rules.prices
  if (state === undefined || refusalOf(world, child) !== undefined) return true
  if (!isEmpty(world, child.account)) return true
  child.hasNewAccount = true
  return chargeState(machine, frame, state.account)
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
