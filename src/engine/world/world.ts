import { recoverAuthority } from '../../base/codec/envelope.js'
import { isPresealError } from '../../base/errors/errors.js'
import {
  type Address,
  delegateOf,
  designatorOf,
  type Hash,
  type Hex,
  isEmptyHex,
  toWord,
  zeroAddress,
} from '../../base/hex/hex.js'
import { remember } from '../../base/memo/memo.js'
import type {
  AccountChange,
  Authorization,
  Changes,
  Environment,
  Execution,
  Message,
  StateReader,
} from '../engine.js'
import { floorGas, lower } from '../gas.js'
import type { ExecutionLog } from '../observer.js'

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
  const { address } = account
  return (
    isContract(world, account) ||
    unlessUnknown(() => world.reader.hasStorage(address), false)
  )
}

/** The same without a look at its storage, as EIP-8253 has it. */
export function isContract(world: World, account: Account): boolean {
  return (
    account.isCreated ||
    unlessUnknown(() => nonceOf(world, account), 0n) !== 0n ||
    !isEmptyHex(unlessUnknown(() => codeHexOf(world, account), '0x'))
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

/** Each call touches; to change a field by its name takes several times as long. */
export function touch({ journal }: World, account: Account): void {
  if (account.isTouched) return
  account.isTouched = true
  journal.push(() => {
    account.isTouched = false
  })
}

/** The sender was found to have that much. */
export function transfer(
  world: World,
  from: Account,
  to: Account,
  wei: bigint,
): void {
  touch(world, to)
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

/** The same few slots and addresses go from word to text and back each time. */
export const textOf = remember((word: bigint): Hash => toWord(word), 4_096)
export const wordOf = remember((text: Hex) => BigInt(text), 4_096)

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
    : wordOf(reader.slot(account.address, textOf(key)))
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
export function warmAccount({ journal }: World, account: Account): boolean {
  if (account.isWarm) return false
  account.isWarm = true
  journal.push(() => {
    account.isWarm = false
  })
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
    storage[textOf(key)] = toWord(value)
  }
  return storage
}

/** At most this part of the gas used comes back (EIP-3529). */
const refundQuotient = 5n

/**
 * Gas that a message has used in the end, given the gas left, and the gas that
 * it had spent beyond that.
 */
export function gasUsedBy(
  { refund }: World,
  environment: Environment,
  message: Message,
  left: bigint,
): Pick<Execution, 'gasUsed' | 'refund'> {
  const spent = message.gas - left
  const used = spent - lower(BigInt(refund), spent / refundQuotient)
  const floor = lower(floorGas(message, environment), message.gas)
  const gasUsed = used < floor ? floor : used
  return spent > gasUsed ? { gasUsed, refund: spent - gasUsed } : { gasUsed }
}

/** Refund for an account that is no new one. */
const refund = 12_500

/** EIP-7702: one that is not valid is passed over. */
export function authorize(
  world: World,
  environment: Environment,
  signed: Authorization,
): void {
  const account = authorityOf(world, environment, signed)
  if (account === undefined) return
  if (!isEmpty(world, account)) world.refund += refund
  delegate(world, account, signed)
}

/** The account whose delegation is to be set; undefined if it is not valid. */
export function authorityOf(
  world: World,
  environment: Environment,
  signed: Authorization,
): Account | undefined {
  const authority = recoverAuthority(signed, environment.chainId)
  if (authority === undefined) return undefined
  const account = accountOf(world, authority)
  warmAccount(world, account)
  const code = codeHexOf(world, account)
  if (!isEmptyHex(code) && delegateOf(code) === undefined) return undefined
  return nonceOf(world, account) === signed.nonce ? account : undefined
}

export function delegate(
  world: World,
  account: Account,
  { address, nonce }: Authorization,
): void {
  change(
    world,
    account,
    'code',
    address === zeroAddress ? '0x' : designatorOf(address),
  )
  change(world, account, 'nonce', nonce + 1n)
}
