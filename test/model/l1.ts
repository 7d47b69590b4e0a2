import { concat, keccak256, toBeHex } from 'ethers'
import type { Hex } from 'preseal'
import type { Config } from './config.js'
import type { Nonce } from './state.js'
import { type Transaction, transactionOf } from './transaction.js'

export const depositor = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
export const l1Block = '0x4200000000000000000000000000000000000015'

/** Which L1 block stands behind a block, counted from genesis or an import. */
export type Epoch = {
  /** unix seconds of that first block */
  readonly start: bigint
  /** L1 blocks since */
  readonly passed: bigint
  /** Blocks before this one that the same L1 block stands behind. */
  readonly sequence: bigint
}

export const firstEpoch = (start: bigint): Epoch => ({
  start,
  passed: 0n,
  sequence: 0n,
})

export function nextEpoch(parent: Epoch, timestamp: bigint): Epoch {
  const passed = (timestamp - parent.start) / 12n
  const isSame = passed === parent.passed
  return { ...parent, passed, sequence: isSame ? parent.sequence + 1n : 0n }
}

const bytes = (value: bigint | number, length: number) =>
  toBeHex(value, length) as Hex
const word = (value: bigint | number) => bytes(value, 32)

/** The deposit that opens a block (specs.optimism.io, as of Isthmus). */
export function depositOf(
  { l1, chainId }: Config,
  { epoch: { start, passed, sequence } }: { epoch: Epoch },
  nonce: Nonce,
): Transaction | null {
  if (l1 === null) return null
  const l1Number = l1.number + passed
  const l1Timestamp = start + passed * 12n
  const l1Hash = keccak256(word(l1Number)) as Hex
  const inner = keccak256(concat([l1Hash, word(sequence)]))
  const data = concat([
    '0x098999be',
    bytes(l1.baseFeeScalar, 4),
    bytes(l1.blobBaseFeeScalar, 4),
    bytes(sequence, 8),
    bytes(l1Timestamp, 8),
    bytes(l1Number, 8),
    word(l1.baseFeePerGas),
    word(l1.blobBaseFee),
    l1Hash,
    l1.batcherHash,
    bytes(0, 12),
  ]) as Hex
  const slots = {
    [word(0)]: concat([bytes(l1Timestamp, 24), bytes(l1Number, 8)]) as Hex,
    [word(1)]: word(l1.baseFeePerGas),
    [word(2)]: l1Hash,
    [word(3)]: concat([
      bytes(l1.baseFeeScalar, 20),
      bytes(l1.blobBaseFeeScalar, 4),
      bytes(sequence, 8),
    ]) as Hex,
    [word(4)]: l1.batcherHash,
    [word(7)]: word(l1.blobBaseFee),
    [word(8)]: word(0),
  }
  return transactionOf(
    {
      type: 'deposit',
      from: depositor,
      to: l1Block,
      gas: 1_000_000n,
      gasUsed: l1.gasUsed,
      data,
      sourceHash: keccak256(concat([word(1), inner])) as Hex,
      changes: { [l1Block]: { storage: slots } },
    },
    { chainId, nonce, baseFee: 0n },
  )
}
