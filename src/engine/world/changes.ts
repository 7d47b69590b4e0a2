import { type Address, type Hash, toWord } from '../../base/hex/hex.js'
import type { AccountChange, Changes } from '../engine.js'
import { type Account, isEmpty, type World } from './world.js'

type Written = {
  -readonly [field in keyof AccountChange]: AccountChange[field]
}

/** The changes to write once the transaction is over. */
export function changesOf(world: World, miner: Address): Changes {
  const changes: { [address: Address]: AccountChange | null } = {}
  for (const account of world.accounts.values()) {
    const { address, isTouched, isDestroyed } = account
    if (isDestroyed) changes[address] = null
    else if (isTouched && isEmpty(world, account)) {
      if (address !== miner) changes[address] = null
    } else {
      const change = changeOf(account)
      if (change !== undefined) changes[address] = change
    }
  }
  return changes
}

function changeOf(account: Account): AccountChange | undefined {
  const { balance, nonce, code, isCreated } = account
  const change: Written = {}
  let isChanged = isCreated
  if (isCreated) change.cleared = true
  if (balance !== undefined && balance !== account.balanceBefore) {
    change.balance = balance
    isChanged = true
  }
  if (nonce !== undefined && nonce !== account.nonceBefore) {
    change.nonce = nonce
    isChanged = true
  }
  if (code !== undefined && code !== account.codeBefore) {
    change.code = code
    isChanged = true
  }
  const storage = storageOf(account)
  if (storage === undefined) return isChanged ? change : undefined
  return { ...change, storage }
}

function storageOf({ slots, isCreated }: Account): Written['storage'] {
  let storage: { [key: Hash]: Hash } | undefined
  if (slots === undefined) return undefined
  for (const [key, { original, value }] of slots) {
    if (value === undefined || value === (isCreated ? 0n : original)) continue
    storage ??= {}
    storage[toWord(key)] = toWord(value)
  }
  return storage
}
