import { concat, keccak256, toBeHex } from 'ethers'
import type { Hex } from 'preseal'
import type { Config } from './config.js'
import { depositor } from './l1.js'
import type { Open } from './openBlock.js'
import { accountIn, type Nonce, type State, slotIn } from './state.js'
import { type Transaction, transactionOf } from './transaction.js'

export const baseTime = '0x4200000000000000000000000000000000000030'
const implementationSlot =
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const implementation = '0xc0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d30030'

const word = (value: bigint) => toBeHex(value, 32) as Hex

/** By EIP-2200 as of London, from what base/base recorded. */
function gasOf(held: bigint, part: bigint): bigint {
  const digits = part === 0n ? 0n : part < 256n ? 1n : 2n
  const write =
    held === part
      ? 100n
      : held === 0n
        ? 20_000n
        : part === 0n
          ? 2_900n - 4_800n
          : 2_900n
  return 28_793n + 12n * digits + write
}

/** The second deposit of a block, which tells the ms of its time. */
export function baseTimeOf(
  { chainId }: Config,
  {
    number,
    milliseconds,
    cadence,
  }: Pick<Open, 'number' | 'milliseconds' | 'cadence'>,
  before: State,
  nonce: Nonce,
): Transaction {
  const part = word(milliseconds % 1_000n)
  const known = slotIn(accountIn(before, baseTime), word(0n))
  const held =
    known === undefined
      ? (milliseconds - BigInt(cadence.blockTime)) % 1_000n
      : BigInt(known) % 65_536n
  return transactionOf(
    {
      type: 'deposit',
      from: depositor,
      to: baseTime,
      gas: 1_000_000n,
      gasUsed: gasOf(held, milliseconds % 1_000n),
      data: concat(['0x86bdf394', part]) as Hex,
      sourceHash: keccak256(concat([word(3n), keccak256(word(number))])) as Hex,
      changes: {
        [baseTime]: {
          storage: {
            [word(0n)]: part,
            [implementationSlot]: word(BigInt(implementation)),
          },
        },
      },
    },
    { chainId, nonce, baseFee: 0n },
  )
}
