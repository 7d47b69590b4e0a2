import type { Address } from '../../base/hex/hex.js'
import type { AccountChange, Changes } from '../../engine/engine.js'
import {
  changeStorage,
  readAccount,
  removeAccount,
  type State,
  toNonce,
  writeAccount,
} from '../model/state.js'

/** The state after an execution; what was not known stays so, unless written. */
export function applyChanges(state: State, changes: Changes): State {
  let next = state
  for (const key in changes) {
    const address = key as Address
    const change = changes[address] as AccountChange | null
    next =
      change === null
        ? removeAccount(next, address)
        : applyChange(next, address, change)
  }
  return next
}

function applyChange(
  state: State,
  address: Address,
  { balance, nonce, code, storage, cleared }: AccountChange,
): State {
  const account = readAccount(state, address)
  const before = cleared ? { storage: null, isStoragePartial: false } : account
  return writeAccount(state, address, {
    balance: balance ?? account.balance,
    nonce: nonce === undefined ? account.nonce : toNonce(nonce),
    code: code ?? account.code,
    storage:
      storage === undefined ? before.storage : changeStorage(before, storage),
    isStoragePartial: before.isStoragePartial ?? false,
    isForked: account.isForked ?? false,
  })
}
