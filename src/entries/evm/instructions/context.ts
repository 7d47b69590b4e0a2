import {
  type Account,
  accountOf,
  balanceOf,
  codeHexOf,
  isEmpty,
  wordOf,
} from '../../../engine/world/world.js'
import { codeOf, hashOf } from '../machine/code.js'
import { expand, type Frame, store } from '../machine/frame.js'
import { charge, gasOf, wordsOf } from '../machine/gas.js'
import {
  accessCost,
  type Instruction,
  type Machine,
  type Next,
} from '../machine/machine.js'
import {
  toAddress,
  toOffset,
  toWide,
  type Word,
  wordAt,
} from '../machine/words.js'
import { looking, pop, popOffset, pushing, reading } from './instruction.js'

/** Instructions that read the frame's input. */
export const context: Instruction[] = [
  reading(0x30, 'ADDRESS', 2, ({ account }) => wordOf(account.address)),
  reading(0x32, 'ORIGIN', 2, (_, { environment }) =>
    wordOf(environment.origin),
  ),
  reading(0x33, 'CALLER', 2, ({ caller }) => wordOf(caller.address)),
  reading(0x34, 'CALLVALUE', 2, ({ value }) => value),
  looking(0x35, 'CALLDATALOAD', 3, (offset, { input }) =>
    wordAt(input, toOffset(offset)),
  ),
  reading(0x36, 'CALLDATASIZE', 2, ({ input }) => input.length),
  copying(0x37, 'CALLDATACOPY', ({ input }) => input),
  pushing(0x38, 'CODESIZE', 0, (bytes) => bytes.length),
  copying(0x39, 'CODECOPY', ({ code }) => code.bytes),
  reading(0x3a, 'GASPRICE', 2, (_, { environment }) => environment.gasPrice),
  reading(0x3d, 'RETURNDATASIZE', 2, ({ returnData }) => returnData.length),
  {
    ...copying(0x3e, 'RETURNDATACOPY', ({ returnData }) => returnData),
    run: (frame) => {
      const to = popOffset(frame)
      const from = popOffset(frame)
      const length = popOffset(frame)
      if (from + length > frame.returnData.length)
        return 'return data out of bounds'
      return copy(frame, () => frame.returnData, to, from, length)
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
    return copy(frame, () => source(frame, machine), to, from, length)
  }
  return { opcode, name, gas: 3, pops: 3, pushes: 0, run }
}

/**
 * Pays by the word, grows memory and copies; zeros if nothing is left. Without
 * the gas, it does not look at its source.
 */
function copy(
  frame: Frame,
  source: () => Uint8Array,
  to: number,
  from: number,
  length: number,
): Next {
  if (!expand(frame, to, length)) return 'out of gas'
  if (!charge(frame, gasOf.copiedWord * wordsOf(length))) return 'out of gas'
  store(frame.memory, to, source(), from, length)
  return undefined
}

/** Instructions that read any account. */
export const accounts: Instruction[] = [
  ofAccount(0x31, 'BALANCE', ({ world }, account) => balanceOf(world, account)),
  ofAccount(
    0x3b,
    'EXTCODESIZE',
    ({ world }, account) => (codeHexOf(world, account).length - 2) / 2,
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
      const code = () => codeOf(codeHexOf(world, account)).bytes
      return copy(frame, code, to, from, length)
    },
  },
  ofAccount(0x3f, 'EXTCODEHASH', ({ world }, account) =>
    isEmpty(world, account) ? 0 : hashOf(codeOf(codeHexOf(world, account))),
  ),
  reading(0x47, 'SELFBALANCE', 5, ({ account }, { world }) =>
    balanceOf(world, account),
  ),
]

function ofAccount(
  opcode: number,
  name: string,
  value: (machine: Machine, account: Account) => Word,
): Instruction {
  return looking(opcode, name, 0, (top, frame, machine) => {
    const account = accountOf(machine.world, toAddress(top))
    if (!charge(frame, accessCost(machine, account))) return 'out of gas'
    return value(machine, account)
  })
}

/** The number of blocks before this one that BLOCKHASH knows. */
const hashesKept = 256n

export const block: Instruction[] = [
  looking(0x40, 'BLOCKHASH', 20, (word, _, { environment }) => {
    const { number } = environment
    const wanted = toWide(word)
    const isKept = wanted < number && number - wanted <= hashesKept
    return isKept ? BigInt(environment.hashOf(wanted)) : 0
  }),
  reading(0x41, 'COINBASE', 2, (_, { environment }) =>
    BigInt(environment.miner),
  ),
  reading(0x42, 'TIMESTAMP', 2, (_, { environment }) => environment.timestamp),
  reading(0x43, 'NUMBER', 2, (_, { environment }) => environment.number),
  reading(0x44, 'PREVRANDAO', 2, (_, { environment }) =>
    BigInt(environment.mixHash),
  ),
  reading(0x45, 'GASLIMIT', 2, (_, { environment }) => environment.gasLimit),
  reading(0x46, 'CHAINID', 2, (_, { environment }) => environment.chainId),
  reading(
    0x48,
    'BASEFEE',
    2,
    (_, { environment }) => environment.baseFeePerGas,
  ),
  looking(0x49, 'BLOBHASH', 3, (index, _, { environment }) => {
    const { blobHashes } = environment
    const hash = index < blobHashes.length && blobHashes[Number(index)]
    return hash ? BigInt(hash) : 0
  }),
  reading(
    0x4a,
    'BLOBBASEFEE',
    2,
    (_, { environment }) => environment.blobBaseFee,
  ),
]
