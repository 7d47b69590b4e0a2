import type { Instruction } from '../machine/machine.js'
import { pop, reading, unary } from './instruction.js'

/** How many blocks before this one BLOCKHASH tells of. */
const hashesKept = 256n

export const block: Instruction[] = [
  {
    ...unary(0x40, 'BLOCKHASH', 20, (number) => number),
    run: (frame, { environment }) => {
      const wanted = pop(frame)
      const { number } = environment
      const isKept = wanted < number && number - wanted <= hashesKept
      frame.stack.push(isKept ? BigInt(environment.hashOf(wanted)) : 0n)
      return undefined
    },
  },
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
  {
    ...unary(0x49, 'BLOBHASH', 3, (index) => index),
    run: (frame, { environment }) => {
      const { blobHashes } = environment
      const index = pop(frame)
      const hash = index < blobHashes.length && blobHashes[Number(index)]
      frame.stack.push(hash ? BigInt(hash) : 0n)
      return undefined
    },
  },
  reading(
    0x4a,
    'BLOBBASEFEE',
    2,
    (_, { environment }) => environment.blobBaseFee,
  ),
]
