import { zeroPadValue } from 'ethers'
import type { AccountsParameters, Hex } from 'preseal'

/** An account as far as it is known; undefined: an import left it open. */
export type Account = {
  readonly balance: bigint | undefined
  readonly nonce: Nonce | undefined
  readonly code: Hex | undefined
  readonly storage: ReadonlyMap<Hex, Hex>
  /** Whether a slot that is not there is zero, instead of not known. */
  readonly isWhole: boolean
}

export type State = {
  readonly accounts: ReadonlyMap<Hex, Account>
  /** Whether an account that is not there is empty, instead of not known. */
  readonly isWhole: boolean
}

export const zeroWord: Hex = `0x${'00'.repeat(32)}`

export const nothing: State = { accounts: new Map(), isWhole: true }

/** What was never told is not known any more. */
export function forget(state: State): State {
  return { ...state, isWhole: false }
}

export function accountIn(state: State, address: Hex): Account {
  const storage = new Map<Hex, Hex>()
  return (
    state.accounts.get(address) ??
    (state.isWhole
      ? { balance: 0n, nonce: 0, code: '0x', storage, isWhole: true }
      : {
          balance: undefined,
          nonce: undefined,
          code: undefined,
          storage,
          isWhole: false,
        })
  )
}

export function put(state: State, address: Hex, account: Account): State {
  const accounts = new Map(state.accounts).set(address, account)
  return { ...state, accounts }
}

/** As though nothing had ever been said of it, where that means empty. */
export function removed(state: State, address: Hex): State {
  if (!state.isWhole) return put(state, address, accountIn(nothing, address))
  const accounts = new Map(state.accounts)
  accounts.delete(address)
  return { ...state, accounts }
}

/** Exact: a bigint where no number is. */
export type Nonce = number | bigint

export const lastNonce = 2n ** 64n - 1n

export function nonceAfter(nonce: Nonce): Nonce {
  const next = BigInt(nonce) + 1n
  return next < 2n ** 53n ? Number(next) : next
}

export function change(state: State, changes: AccountsParameters): State {
  let next = state
  for (const [key, given] of Object.entries(changes)) {
    const before = accountIn(next, key as Hex)
    const storage = new Map(before.storage)
    for (const [slot, value] of Object.entries(given.storage ?? {}))
      storage.set(wordOf(slot), wordOf(value as Hex))
    next = put(next, key as Hex, {
      balance: given.balance ?? before.balance,
      nonce: given.nonce ?? before.nonce,
      code: given.code ?? before.code,
      storage,
      isWhole: before.isWhole,
    })
  }
  return next
}

/** Undefined where an import left the slot open. */
export function slotIn(account: Account, slot: Hex): Hex | undefined {
  return account.storage.get(slot) ?? (account.isWhole ? zeroWord : undefined)
}

/** 32 bytes, of whatever digits. */
export function wordOf(digits: string): Hex {
  const even = digits.length % 2 === 0 ? digits : `0x0${digits.slice(2)}`
  return zeroPadValue(even === '0x' ? '0x00' : even, 32) as Hex
}
