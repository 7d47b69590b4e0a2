import { depositor } from '../../base/hex/addresses.js'
import { toWord } from '../../base/hex/hex.js'
import {
  baseTimeAddress,
  baseTimeGas,
  implementationSlot,
  millisPartSlot,
} from '../../engine/natives/predeploys/predeploys.js'
import { createTransaction } from '../model/createTransaction.js'
import type { Transaction } from '../model/transaction.js'
import { depositGas } from './l1Attributes.js'
import { sourceHashIn } from './sourceHash.js'

const implementation = '0xc0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d30030'

/** The selector of `setTimestampMillisPart(uint16)`. */
const functionSelector = '86bdf394'

/** Blocks stand at whole multiples of this number of ms within their second. */
export const baseTimeStep = 200

/**
 * The second deposit of a block, which tells contracts the ms of its time
 * (docs.base.org, the specification of Denim; base/base `base_time.rs`).
 *
 * @param milliseconds - unix ms of the block
 * @param before - the part that its contract holds until then
 */
export function baseTimeDeposit(
  number: bigint,
  milliseconds: bigint,
  before: bigint,
  { chainId, nonce }: { chainId: number; nonce: number },
): Transaction {
  const part = toWord(milliseconds % 1_000n)
  return createTransaction(
    {
      type: 'deposit',
      from: depositor,
      to: baseTimeAddress,
      gas: depositGas,
      gasUsed: baseTimeGas(before, milliseconds % 1_000n),
      data: `0x${functionSelector}${part.slice(2)}`,
      sourceHash: sourceHashIn(3n, toWord(number)),
      changes: {
        [baseTimeAddress]: {
          storage: {
            [millisPartSlot]: part,
            // Linked as the first of these blocks begins.
            [implementationSlot]: toWord(BigInt(implementation)),
          },
        },
      },
    },
    { chainId, nonce, baseFeePerGas: 0n },
  )
}
