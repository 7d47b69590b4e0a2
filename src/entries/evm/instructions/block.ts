import type { Instruction } from '../machine/machine.js'
import { looking, reading } from './instruction.js'

/** The number of blocks before this one that BLOCKHASH knows. */
const hashesKept = 256n

export const block: Instruction[] = [
  looking(0x40, 'BLOCKHASH', 20, (wanted, _, { environment }) => {
    const { number } = environment
    const isKept = wanted < number && number - wanted <= hashesKept
    return isKept ? BigInt(environment.hashOf(wanted)) : 0n
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
    return hash ? BigInt(hash) : 0n
  }),
  reading(
    0x4a,
    'BLOBBASEFEE',
    2,
    (_, { environment }) => environment.blobBaseFee,
  ),
]
