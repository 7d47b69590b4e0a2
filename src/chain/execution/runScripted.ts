import { createdAddress } from '../../base/codec/createdAddress.js'
import {
  findField,
  readAccount,
  type State,
  writeAccount,
} from '../model/state.js'
import type { Effect, Transaction } from '../model/transaction.js'
import { credit, type Fees, payFees } from './payFees.js'

/** The state after a transaction that does what is said of it. */
export function runScripted(
  state: State,
  transaction: Transaction,
  effect: Effect,
  { block, price }: { block: Fees; price: bigint },
): State {
  const { from, to, value, nonce, mint = 0n } = transaction
  const { gasUsed } = effect
  const { l1Fee = 0n } = effect.l1
  const succeeds = effect.status === 'success'
  const balance = findField(state, from, 'balance')
  const cost = gasUsed * price + l1Fee + (succeeds ? value : 0n)
  let next = writeAccount(state, from, {
    ...readAccount(state, from),
    balance: balance === undefined ? undefined : balance + mint - cost,
    nonce: nonce + 1,
  })
  const contractAddress = to === null ? createdAddress(from, nonce) : null
  if (contractAddress !== null && succeeds)
    next = writeAccount(next, contractAddress, {
      ...readAccount(next, contractAddress),
      nonce: 1,
    })
  if (succeeds) next = credit(next, to ?? contractAddress ?? from, value)
  if (transaction.type !== 'deposit')
    next = payFees(next, block, { gasUsed, price, l1Fee })
  return next
}
