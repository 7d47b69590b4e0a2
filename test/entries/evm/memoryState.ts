import type { Address, Hash, Hex } from '../../../src/base/hex/hex.js'
import type {
  AccountChange,
  Changes,
  StateReader,
} from '../../../src/engine/engine.js'

export type MemoryAccount = {
  balance: bigint
  nonce: bigint
  code: Hex
  storage: Map<Hash, Hash>
}

/** A state that knows all of itself, as plain as it can be. */
export type MemoryState = Map<Address, MemoryAccount>

export type Written = {
  balance?: bigint
  nonce?: bigint
  code?: Hex
  storage?: { [key: Hash]: Hash }
}

const zeroWord: Hash = `0x${'0'.repeat(64)}`

const emptyAccount = (): MemoryAccount => ({
  balance: 0n,
  nonce: 0n,
  code: '0x',
  storage: new Map(),
})

export function createState(accounts: { [address: Address]: Written }) {
  const state: MemoryState = new Map()
  for (const [address, { storage = {}, ...fields }] of Object.entries(accounts))
    state.set(address as Address, {
      ...emptyAccount(),
      ...fields,
      storage: new Map(
        Object.entries(storage).filter(([, word]) => word !== zeroWord),
      ) as Map<Hash, Hash>,
    })
  return state
}

export function readerOf(state: MemoryState): StateReader {
  return {
    balance: (address) => state.get(address)?.balance ?? 0n,
    nonce: (address) => state.get(address)?.nonce ?? 0n,
    code: (address) => state.get(address)?.code ?? '0x',
    slot: (address, key) => state.get(address)?.storage.get(key) ?? zeroWord,
    hasStorage: (address) => (state.get(address)?.storage.size ?? 0) > 0,
  }
}

export function applyChanges(state: MemoryState, changes: Changes): void {
  for (const [address, change] of Object.entries(changes))
    if (change === null) state.delete(address as Address)
    else applyChange(accountIn(state, address as Address), change)
}

export function accountIn(state: MemoryState, address: Address) {
  const account = state.get(address) ?? emptyAccount()
  state.set(address, account)
  return account
}

function applyChange(account: MemoryAccount, change: AccountChange): void {
  account.balance = change.balance ?? account.balance
  account.nonce = change.nonce ?? account.nonce
  account.code = change.code ?? account.code
  if (change.cleared) account.storage.clear()
  for (const [key, word] of Object.entries(change.storage ?? {}))
    if (word === zeroWord) account.storage.delete(key as Hash)
    else account.storage.set(key as Hash, word)
}
