import {
  baseFeeVault,
  depositor,
  l1BlockAddress,
  l1FeeVault,
} from '../../../base/hex/addresses.js'
import type { Address, Hash } from '../../../index.js'

/** Whether a deposit opens the block, as on OP chains. */
export function isOpBlock({
  transactions,
}: {
  readonly [field: string]: unknown
}): boolean {
  const [first] = transactions as unknown[]
  return Object(first).type === '0x7e'
}

/** Slots on which fees of an OP chain depend, whatever a test reads. */
export function opSlots():
  | {
      accounts: readonly Address[]
      slots: { readonly [address: Address]: readonly Hash[] }
    }
  | undefined {
  const slot = (number: number): Hash =>
    `0x${number.toString(16).padStart(64, '0')}`
  return {
    accounts: [l1BlockAddress, depositor, baseFeeVault, l1FeeVault],
    slots: { [l1BlockAddress]: [0, 1, 2, 3, 4, 7, 8].map(slot) },
  }
}
