import type { Address, Hex } from '../hex/hex.js'
import type { AccountsParameters } from './transaction.js'
import { insert, lookup, remove, type Trie } from './trie.js'

export type Account = {
  readonly balance: bigint
  readonly nonce: number
  /** `0x` when there is none. */
  readonly code: Hex
  /** 32-byte slot to 32-byte word; a zero word is absent. */
  readonly storage: Trie<Hex>
}

/** What reads see of an address that nothing was said about. */
const emptyAccount: Account = {
  balance: 0n,
  nonce: 0,
  code: '0x',
  storage: null,
}

/** Every account that is not empty, by address. */
export type State = Trie<Account>

const zeroWord: Hex = `0x${'0'.repeat(64)}`

export function readAccount(state: State, address: Address): Account {
  return lookup(state, address) ?? emptyAccount
}

export function readStorage(state: State, address: Address, slot: Hex): Hex {
  const account = lookup(state, address)
  if (account === undefined) return zeroWord
  return lookup(account.storage, slot) ?? zeroWord
}

/** Empty accounts do not exist (EIP-161). */
export function writeAccount(
  state: State,
  address: Address,
  account: Account,
): State {
  const isEmpty =
    account.balance === 0n &&
    account.nonce === 0 &&
    account.code === '0x' &&
    account.storage === null
  return isEmpty ? remove(state, address) : insert(state, address, account)
}

/** Sets what `changes` names; the rest of each account stays. */
export function changeAccounts(
  state: State,
  changes: AccountsParameters,
): State {
  let next = state
  for (const [key, change] of Object.entries(changes)) {
    const address = key as Address
    const account = readAccount(next, address)
    next = writeAccount(next, address, {
      balance: change.balance ?? account.balance,
      nonce: change.nonce ?? account.nonce,
      code: change.code ?? account.code,
      storage: changeStorage(account.storage, change.storage ?? {}),
    })
  }
  return next
}

function changeStorage(
  storage: Trie<Hex>,
  changes: { readonly [slot: Hex]: Hex },
): Trie<Hex> {
  let next = storage
  for (const [key, word] of Object.entries(changes)) {
    const slot = key as Hex
    next = word === zeroWord ? remove(next, slot) : insert(next, slot, word)
  }
  return next
}
