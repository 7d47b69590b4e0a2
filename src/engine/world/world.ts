import { isPresealError } from '../../base/errors/errors.js'
import {
  type Address,
  type Hex,
  isEmptyHex,
  toWord,
} from '../../base/hex/hex.js'
import type { StateReader } from '../engine.js'
import type { ExecutionLog } from '../log.js'

/** A slot, whose value is read on demand. */
export type Slot = {
  /** Before the transaction. */
  original: bigint | undefined
  value: bigint | undefined
  isWarm: boolean
}

/** A transaction's view of an account; undefined was not read yet. */
export type Account = {
  readonly address: Address
  balance: bigint | undefined
  nonce: bigint | undefined
  code: Hex | undefined
  /** Before the transaction, if something read it. */
  balanceBefore: bigint | undefined
  nonceBefore: bigint | undefined
  codeBefore: Hex | undefined
  /** Undefined until one is named. */
  slots: Map<bigint, Slot> | undefined
  /** EIP-1153: undefined until something is written. */
  transient: Map<bigint, bigint> | undefined
  isWarm: boolean
  isTouched: boolean
  /** By this transaction: what is stored is what it stored. */
  isCreated: boolean
  isDestroyed: boolean
}

/**
 * The state as the transaction has left it so far. Whatever changes it leaves
 * in the journal how to undo that, so a frame that fails goes back at the cost
 * of what it did.
 */
export type World = {
  readonly reader: StateReader
  readonly accounts: Map<Address, Account>
  readonly journal: (() => void)[]
  readonly logs: ExecutionLog[]
  refund: number
}

export type Checkpoint = {
  readonly changes: number
  readonly logs: number
  readonly refund: number
}

export function createWorld(reader: StateReader): World {
  return { reader, accounts: new Map(), journal: [], logs: [], refund: 0 }
}

export function checkpoint({ journal, logs, refund }: World): Checkpoint {
  return { changes: journal.length, logs: logs.length, refund }
}

export function rollBack(world: World, to: Checkpoint): void {
  const { journal, logs } = world
  while (journal.length > to.changes) journal.pop()?.()
  logs.length = to.logs
  world.refund = to.refund
}

export function accountOf(world: World, address: Address): Account {
  const known = world.accounts.get(address)
  if (known !== undefined) return known
  const account: Account = {
    address,
    balance: undefined,
    nonce: undefined,
    code: undefined,
    balanceBefore: undefined,
    nonceBefore: undefined,
    codeBefore: undefined,
    slots: undefined,
    transient: undefined,
    isWarm: false,
    isTouched: false,
    isCreated: false,
    isDestroyed: false,
  }
  world.accounts.set(address, account)
  return account
}

export function balanceOf({ reader }: World, account: Account): bigint {
  if (account.balance !== undefined) return account.balance
  const balance = reader.balance(account.address)
  account.balanceBefore = balance
  account.balance = balance
  return balance
}

export function nonceOf({ reader }: World, account: Account): bigint {
  if (account.nonce !== undefined) return account.nonce
  const nonce = reader.nonce(account.address)
  account.nonceBefore = nonce
  account.nonce = nonce
  return nonce
}

export function codeHexOf({ reader }: World, account: Account): Hex {
  if (account.code !== undefined) return account.code
  const code = reader.code(account.address)
  account.codeBefore = code
  account.code = code
  return code
}

/** EIP-161. */
export function isEmpty(world: World, account: Account): boolean {
  return (
    isEmptyHex(codeHexOf(world, account)) &&
    balanceOf(world, account) === 0n &&
    nonceOf(world, account) === 0n
  )
}

/** Whether an address is taken (EIP-684, 7610); an unknown one is not. */
export function isTaken(world: World, account: Account): boolean {
  const { address, isCreated } = account
  return (
    isCreated ||
    unlessUnknown(() => nonceOf(world, account), 0n) !== 0n ||
    !isEmptyHex(unlessUnknown(() => codeHexOf(world, account), '0x')) ||
    unlessUnknown(() => world.reader.hasStorage(address), false)
  )
}

/** The balance that a new contract begins with. */
function balanceOfNew(world: World, account: Account): bigint {
  return unlessUnknown(() => balanceOf(world, account), 0n)
}

function unlessUnknown<value>(read: () => value, otherwise: value): value {
  try {
    return read()
  } catch (error) {
    if (isPresealError(error, 'UnknownStateError')) return otherwise
    throw error
  }
}

/** Sets one field, and leaves how to undo it. */
export function change<field extends keyof Account>(
  world: World,
  account: Account,
  field: field,
  value: Account[field],
): void {
  const before = account[field]
  if (before === value) return
  account[field] = value
  world.journal.push(() => {
    account[field] = before
  })
}

/** The sender was found to have that much. */
export function transfer(
  world: World,
  from: Account,
  to: Account,
  wei: bigint,
): void {
  change(world, to, 'isTouched', true)
  if (wei === 0n) return
  change(world, from, 'balance', balanceOf(world, from) - wei)
  change(world, to, 'balance', balanceOf(world, to) + wei)
}

/** A contract is there from here on, without code, and has what it is sent. */
export function beginContract(
  world: World,
  creator: Account,
  account: Account,
  wei: bigint,
): void {
  change(world, account, 'isCreated', true)
  change(world, account, 'balance', balanceOfNew(world, account))
  change(world, account, 'code', '0x')
  change(world, account, 'nonce', 1n)
  transfer(world, creator, account, wei)
}

export function slotOf(account: Account, key: bigint): Slot {
  account.slots ??= new Map()
  const known = account.slots.get(key)
  if (known !== undefined) return known
  const slot = { original: undefined, value: undefined, isWarm: false }
  account.slots.set(key, slot)
  return slot
}

/** The value of a slot; its original one is known from then on. */
export function readSlot(
  { reader }: World,
  account: Account,
  key: bigint,
  slot: Slot,
): bigint {
  if (slot.value !== undefined) return slot.value
  const value = account.isCreated
    ? 0n
    : BigInt(reader.slot(account.address, toWord(key)))
  slot.original = value
  slot.value = value
  return value
}

export function writeSlot({ journal }: World, slot: Slot, value: bigint): void {
  const before = slot.value
  slot.value = value
  journal.push(() => {
    slot.value = before
  })
}

/** Makes an account warm (EIP-2929); false when it was. */
export function warmAccount(world: World, account: Account): boolean {
  if (account.isWarm) return false
  change(world, account, 'isWarm', true)
  return true
}

export function warmSlot({ journal }: World, slot: Slot): boolean {
  if (slot.isWarm) return false
  slot.isWarm = true
  journal.push(() => {
    slot.isWarm = false
  })
  return true
}
