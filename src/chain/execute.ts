import { keccak_256 } from '@noble/hashes/sha3.js'
import { toRlp } from 'viem'
import type { Address } from '../hex/hex.js'
import { toBytes, toHex, toScalar } from '../hex/hex.js'
import {
  changeAccounts,
  readAccount,
  type State,
  writeAccount,
} from './state.js'
import type { Transaction } from './transaction.js'

/** Why a transaction cannot run. */
export type Refusal = 'nonce' | 'funds'

type Execution =
  | {
      type: 'done'
      state: State
      effectiveGasPrice: bigint
      contractAddress: Address | null
    }
  | { type: 'refused'; reason: Refusal }

/** Runs a transaction as it is scripted, paying for it as EIP-1559 says. */
export function execute(
  state: State,
  transaction: Transaction,
  block: { baseFeePerGas: bigint; miner: Address },
): Execution {
  const { from, to, value, nonce, effect } = transaction
  const sender = readAccount(state, from)
  const funds = sender.balance + (transaction.deposit?.mint ?? 0n)
  if (sender.nonce !== nonce) return { type: 'refused', reason: 'nonce' }
  if (funds < highestCost(transaction))
    return { type: 'refused', reason: 'funds' }

  const price = effectiveGasPrice(transaction, block.baseFeePerGas)
  const succeeds = effect.status === 'success'
  const contractAddress = to === null ? createdAddress(from, nonce) : null
  let next = writeAccount(state, from, {
    ...sender,
    balance: funds - effect.gasUsed * price - (succeeds ? value : 0n),
    nonce: nonce + 1,
  })
  if (contractAddress !== null && succeeds)
    next = writeAccount(next, contractAddress, {
      ...readAccount(next, contractAddress),
      nonce: 1,
    })
  if (succeeds) next = credit(next, to ?? contractAddress ?? from, value)
  if (transaction.deposit === undefined) {
    const tip = price - block.baseFeePerGas
    next = credit(next, block.miner, tip * effect.gasUsed)
  }
  return {
    type: 'done',
    state: changeAccounts(next, effect.changes),
    effectiveGasPrice: price,
    contractAddress,
  }
}

/** wei that the sender must hold before the transaction may run. */
export function highestCost(transaction: Transaction): bigint {
  return transaction.value + transaction.gas * highestGasPrice(transaction)
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

function credit(state: State, address: Address, wei: bigint): State {
  if (wei === 0n) return state
  const account = readAccount(state, address)
  return writeAccount(state, address, {
    ...account,
    balance: account.balance + wei,
  })
}

function createdAddress(from: Address, nonce: number): Address {
  const rlp = toRlp([toBytes(from), toScalar(nonce)], 'bytes')
  return toHex(keccak_256(rlp).subarray(12))
}
