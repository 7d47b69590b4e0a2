import { getCreateAddress } from 'ethers'
import type { Hex } from 'preseal'
import type { Config } from './config.js'
import {
  accountIn,
  change,
  lastNonce,
  nonceAfter,
  put,
  removed,
  type State,
} from './state.js'
import type { Transaction } from './transaction.js'

export type Issue = 'nonce' | 'funds' | 'balanceOverflow' | 'error'

export type Executed =
  | { refusal: Issue; error?: string; isMost?: true }
  | { refusal: null; state: State; paid: bigint; created: Hex | null }

const l1FeeVault = '0x420000000000000000000000000000000000001a'

/** What `from` must hold. */
export function costOf({ value, gas, price, effect }: Transaction): bigint {
  return value + gas * price + (effect.l1.l1Fee ?? 0n)
}

/** wei per gas that is paid (EIP-1559). */
function paidBy({ price, tip }: Transaction, baseFee: bigint): bigint {
  if (tip === null) return price
  return baseFee + tip < price ? baseFee + tip : price
}

/** The transfer, the fee, the nonce, and what the script says beyond. */
export function execute(
  state: State,
  transaction: Transaction,
  baseFee: bigint,
  { miner, baseFeeRecipient }: Config,
): Executed {
  const { from, to, nonce, value, mint, effect } = transaction
  const sender = accountIn(state, from)
  if (sender.nonce !== nonce) return { refusal: 'nonce' }
  if (nonce === lastNonce) return { refusal: 'nonce', isMost: true }
  if ((sender.balance ?? 0n) + mint < costOf(transaction))
    return { refusal: 'funds' }

  const unknown = transaction.isExecuted && whyUntold(state, transaction)
  if (unknown) return { refusal: 'error', error: unknown }

  const paid = paidBy(transaction, baseFee)
  const l1Fee = effect.l1.l1Fee ?? 0n
  const isSuccess = effect.status === 'success'
  const created =
    to === null
      ? (getCreateAddress({ from, nonce }).toLowerCase() as Hex)
      : null
  const fee = effect.gasUsed * paid + l1Fee
  let next = put(state, from, { ...sender, nonce: nonceAfter(nonce) })
  const touched = new Set<Hex>()
  const add = (address: Hex, wei: bigint) => {
    const account = accountIn(next, address)
    touched.add(address)
    // What is not known stays so, and nothing makes no account.
    if (wei === 0n || account.balance === undefined) return
    next = put(next, address, { ...account, balance: account.balance + wei })
  }
  add(from, mint - fee - (isSuccess ? value : 0n))
  if (isSuccess) {
    if (created !== null)
      next = put(next, created, { ...accountIn(next, created), nonce: 1 })
    add(to ?? (created as Hex), value)
  }
  if (transaction.type !== 'deposit') {
    add(miner, (paid - baseFee) * effect.gasUsed)
    if (baseFeeRecipient !== null)
      add(baseFeeRecipient, baseFee * effect.gasUsed)
    add(l1FeeVault, l1Fee)
  }
  // Executed, it clears whom it touches and leaves empty (EIP-161).
  if (isSuccess && transaction.isExecuted && to !== miner)
    next = cleared(next, to as Hex)
  for (const address of touched)
    if ((accountIn(next, address).balance ?? 0n) >= 2n ** 256n)
      return { refusal: 'balanceOverflow', isMost: true }
  return {
    refusal: null,
    state: isSuccess ? change(next, effect.changes) : next,
    paid,
    created,
  }
}

/** Without an interpreter nothing runs code, or tells what is not known. */
function whyUntold(
  state: State,
  { from, to, value }: Transaction,
): string | undefined {
  const { code, balance, nonce } = accountIn(state, to as Hex)
  const paying = accountIn(state, from).balance
  const isMoved = balance !== undefined && paying !== undefined
  // The value moves before any code runs.
  if (code === undefined || (value > 0n && !isMoved)) return 'UnknownStateError'
  if (code !== '0x') return 'NoEngineError'
  const isEmpty = balance === 0n && value === 0n
  return balance === undefined || (isEmpty && nonce === undefined)
    ? 'UnknownStateError'
    : undefined
}

function cleared(state: State, address: Hex): State {
  const { balance, nonce, code } = accountIn(state, address)
  const isEmpty = balance === 0n && nonce === 0 && code === '0x'
  return isEmpty ? removed(state, address) : state
}
