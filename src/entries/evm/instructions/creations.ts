import { concatBytes } from '@noble/hashes/utils.js'
import { createdAddress } from '../../../base/codec/rlp.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import { type Address, toBytes } from '../../../base/hex/hex.js'
import { mostInitcode } from '../../../engine/gas.js'
import { accountOf, nonceOf } from '../../../engine/world/world.js'
import { createCode } from '../machine/code.js'
import { createFrame, type Frame, none } from '../machine/frame.js'
import {
  charge,
  expand,
  gasLeft,
  gasOf,
  handOver,
  wordsOf,
} from '../machine/gas.js'
import { keccak } from '../machine/keccak.js'
import type { Instruction, Machine, Next } from '../machine/machine.js'
import { load } from '../machine/memory.js'
import { numberToBytes, toAddress } from '../machine/words.js'
import { pop, popOffset } from './instruction.js'

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
