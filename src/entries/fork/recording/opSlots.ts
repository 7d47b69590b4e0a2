import type { Address, Hash } from '../../../index.js'

const l1Block: Address = '0x4200000000000000000000000000000000000015'
const depositor: Address = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
/** Base fee vault and L1 fee vault, which every transaction pays. */
const vaults: readonly Address[] = [
  '0x4200000000000000000000000000000000000019',
  '0x420000000000000000000000000000000000001a',
]

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
    accounts: [l1Block, depositor, ...vaults],
    slots: { [l1Block]: [0, 1, 2, 3, 4, 7, 8].map(slot) },
  }
}
