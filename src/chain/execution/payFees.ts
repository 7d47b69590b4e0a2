import { l1FeeVault } from '../../base/hex/addresses.js'
import type { Address } from '../../base/hex/hex.js'
import {
  findField,
  readAccount,
  type State,
  writeAccount,
} from '../model/state.js'

/** The receivers of fees; null if the base fee is burnt. */
export type Fees = {
  readonly baseFeePerGas: bigint
  readonly miner: Address
  readonly baseFeeRecipient: Address | null
}

/** All who may be paid. */
export function payeesOf({ miner, baseFeeRecipient }: Fees): Address[] {
  return baseFeeRecipient === null
    ? [miner, l1FeeVault]
    : [miner, baseFeeRecipient, l1FeeVault]
}

/** Pays out what a sender has paid for gas at `price`, and for L1. */
export function payFees(
  state: State,
  { baseFeePerGas, miner, baseFeeRecipient }: Fees,
  { gasUsed, price, l1Fee }: { gasUsed: bigint; price: bigint; l1Fee: bigint },
): State {
  let next = credit(state, miner, (price - baseFeePerGas) * gasUsed)
  if (baseFeeRecipient !== null)
    next = credit(next, baseFeeRecipient, baseFeePerGas * gasUsed)
  return credit(next, l1FeeVault, l1Fee)
}

export function credit(state: State, address: Address, wei: bigint): State {
  if (wei === 0n) return state
  const balance = findField(state, address, 'balance')
  if (balance === undefined) return state
  const account = readAccount(state, address)
  return writeAccount(state, address, { ...account, balance: balance + wei })
}
