import type { Address } from '../../hex/hex.js'
import { amendEffect } from '../createTransaction.js'
import {
  changeAccounts,
  readAccount,
  type State,
  writeAccount,
} from '../state.js'
import type { Amendment, Effect, Transaction } from '../transaction.js'
import { createdAddress } from './createdAddress.js'
import { credit, type Fees, l1FeeVault, payFees } from './payFees.js'

/** Why a transaction cannot run. */
export type RefusalReason = 'nonce' | 'funds' | 'overflow'

type Execution =
  | {
      type: 'done'
      state: State
      effect: Effect
      effectiveGasPrice: bigint
      contractAddress: Address | null
    }
  | { type: 'refused'; reason: Exclude<RefusalReason, 'overflow'> }
  | ({ type: 'refused'; reason: 'overflow' } & Overflow)

/** The value that would be too large. */
export type Overflow = { account: Address; field: 'balance' | 'nonce' }

const mostWei = 2n ** 256n - 1n

/**
 * Runs a transaction as it is scripted, or amended here, paying for it as
 * EIP-1559 says.
 */
export function execute(
  state: State,
  transaction: Transaction,
  block: Fees,
  amendments: readonly Amendment[] = [],
): Execution {
  const { from, to, value, nonce, script } = transaction
  const effect = amendments.reduce(amendEffect, script)
  const sender = readAccount(state, from)
  if (sender.nonce !== nonce) return { type: 'refused', reason: 'nonce' }
  if (nonce === Number.MAX_SAFE_INTEGER)
    return {
      type: 'refused',
      reason: 'overflow',
      account: from,
      field: 'nonce',
    }
  const { mint = 0n } = transaction
  // An unknown balance holds at least what is minted.
  const funds = sender.balance === undefined ? undefined : sender.balance + mint
  if ((funds ?? mint) < highestCost(transaction))
    return { type: 'refused', reason: 'funds' }

  const price = effectiveGasPrice(transaction, block.baseFeePerGas)
  const { l1Fee = 0n } = effect.l1
  const succeeds = effect.status === 'success'
  const contractAddress = to === null ? createdAddress(from, nonce) : null
  let next = writeAccount(state, from, {
    ...sender,
    balance:
      funds === undefined
        ? undefined
        : funds - effect.gasUsed * price - l1Fee - (succeeds ? value : 0n),
    nonce: nonce + 1,
  })
  if (contractAddress !== null && succeeds)
    next = writeAccount(next, contractAddress, {
      ...readAccount(next, contractAddress),
      nonce: 1,
    })
  const receiver = to ?? contractAddress ?? from
  const { miner, baseFeeRecipient } = block
  if (succeeds) next = credit(next, receiver, value)
  if (transaction.type !== 'deposit')
    next = payFees(next, block, { gasUsed: effect.gasUsed, price, l1Fee })
  const credited = [
    from,
    receiver,
    miner,
    baseFeeRecipient ?? miner,
    l1FeeVault,
  ]
  const account = credited.find(
    (address) => (readAccount(next, address).balance ?? 0n) > mostWei,
  )
  if (account !== undefined)
    return { type: 'refused', reason: 'overflow', account, field: 'balance' }
  return {
    type: 'done',
    state: changeAccounts(next, effect.changes),
    effect,
    effectiveGasPrice: price,
    contractAddress,
  }
}

/** wei that the sender must hold before the transaction may run. */
export function highestCost(transaction: Transaction): bigint {
  const { value, gas, script } = transaction
  return value + gas * highestGasPrice(transaction) + (script.l1.l1Fee ?? 0n)
}

/** wei per gas that the sender offers at most, tip included. */
export function highestGasPrice(transaction: Transaction): bigint {
  return transaction.gasPrice ?? transaction.maxFeePerGas ?? 0n
}

function effectiveGasPrice(transaction: Transaction, baseFee: bigint): bigint {
  const highest = highestGasPrice(transaction)
  const tip = transaction.maxPriorityFeePerGas
  if (tip === undefined) return highest
  const offered = baseFee + tip
  if (offered > highest) return highest
  return offered
}
