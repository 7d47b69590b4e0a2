import {
  differences,
  insert,
  lookup,
  remove,
  type Trie,
} from '../../base/codec/trie.js'
import { PresealError } from '../../base/errors/errors.js'
import type { Address, Hex, Nonce } from '../../base/hex/hex.js'
import type { ForkBase } from '../fork/createForkBase.js'

/** New values of an account. Absent fields do not change. */
export type AccountParameters = {
  /** wei */
  balance?: bigint | undefined
  nonce?: number | bigint | undefined
  code?: Hex | undefined
  /** slot to value, each at most 32 bytes */
  storage?: { readonly [slot: Hex]: Hex } | undefined
}

export type AccountsParameters = {
  readonly [address: Address]: AccountParameters
}

/** An account as far as it is known: after an import, only in part. */
export type KnownAccount = {
  readonly balance: bigint | undefined
  readonly nonce: Nonce | undefined
  /** `0x` when there is none. */
  readonly code: Hex | undefined
  /** 32-byte slot to 32-byte word; a zero word is absent. */
  readonly storage: Trie<Hex>
  /** A slot that is absent is not known, instead of zero; zeros are kept. */
  readonly isStoragePartial?: boolean
  /** Undefined and absent fields are those of the fork's record. */
  readonly isForked?: boolean
}

/** Every account that is known, by address. */
export type State = {
  readonly accounts: Trie<KnownAccount>
  /** After an import: what is absent is unknown. */
  readonly isPartial: boolean
  /** An absent slot is as its record has it, or not recorded. */
  readonly fork: ForkBase | null
}

export const emptyState: State = {
  accounts: null,
  isPartial: false,
  fork: null,
}

/** Reads see this at an unknown address. */
const emptyAccount: KnownAccount = {
  balance: 0n,
  nonce: 0,
  code: '0x',
  storage: null,
  isStoragePartial: false,
}

const unknownAccount: KnownAccount = {
  balance: undefined,
  nonce: undefined,
  code: undefined,
  storage: null,
  isStoragePartial: true,
}

const unrecordedAccount: KnownAccount = { ...unknownAccount, isForked: true }

export const zeroWord: Hex = `0x${'0'.repeat(64)}`

/** The same accounts, with all others not known from here on. */
export function toPartial(state: State): State {
  return state.isPartial ? state : { ...state, isPartial: true }
}

/** An account as far as it is known; nobody may take what is not for zero. */
export function readAccount(state: State, address: Address): KnownAccount {
  return lookup(state.accounts, address) ?? absentAccount(state, address)
}

function absentAccount(
  { isPartial, fork }: State,
  address: Address,
): KnownAccount {
  if (fork === null) return isPartial ? unknownAccount : emptyAccount
  const recorded = fork.account(address)
  return recorded === null ? emptyAccount : (recorded ?? unrecordedAccount)
}

/**
 * A field of an account; undefined if it is not known since an import.
 *
 * @throws NotRecordedError if the fork's record does not hold the account.
 */
export function findField<field extends 'balance' | 'nonce' | 'code'>(
  state: State,
  address: Address,
  field: field,
): KnownAccount[field] {
  const account = readAccount(state, address)
  const value = account[field]
  if (value === undefined && account.isForked)
    state.fork?.refuse({ type: 'account', address }, field)
  return value
}

/** @throws UnknownStateError or NotRecordedError, as those below do. */
export function readBalance(state: State, address: Address): bigint {
  const balance = findField(state, address, 'balance')
  if (balance === undefined)
    throw unknownField(address, 'balance', 'setBalance')
  return balance
}

export function readNonce(state: State, address: Address): Nonce {
  const nonce = findField(state, address, 'nonce')
  if (nonce === undefined) throw unknownField(address, 'nonce', 'setNonce')
  return nonce
}

export function readCode(state: State, address: Address): Hex {
  const code = findField(state, address, 'code')
  if (code === undefined) throw unknownField(address, 'code', 'setCode')
  return code
}

export function readStorage(state: State, address: Address, slot: Hex): Hex {
  const word = findWord(state, address, slot)
  if (word !== undefined) return word
  throw unknownField(address, 'storage', 'setStorageAt', slot)
}

/**
 * A word of storage; undefined if it is not known since an import.
 *
 * @throws NotRecordedError if the fork's record does not hold it.
 */
export function findWord(
  state: State,
  address: Address,
  slot: Hex,
): Hex | undefined {
  const account = readAccount(state, address)
  const word = lookup(account.storage, slot)
  if (word !== undefined) return word
  if (!account.isStoragePartial) return zeroWord
  if (account.isForked && state.fork) return state.fork.slot(address, slot)
  return undefined
}

export function readHasStorage(state: State, address: Address): boolean {
  const { storage, isStoragePartial, isForked } = readAccount(state, address)
  if (!isStoragePartial) return storage !== null
  let isFound = false
  differences(null, storage, (_slot, _before, word) => {
    if (word !== zeroWord) isFound = true
  })
  // No endpoint says whether an account without code has any (see
  // docs/reference/fidelity.md).
  if (isFound || isForked) return isFound
  throw unknownField(address, 'storage', 'setStorageAt')
}

/** An account that holds nothing any more. */
export function removeAccount(state: State, address: Address): State {
  if (state.isPartial || state.fork !== null)
    return writeAccount(state, address, emptyAccount)
  const accounts = remove(state.accounts, address)
  return accounts === state.accounts ? state : { ...state, accounts }
}

export function writeAccount(
  state: State,
  address: Address,
  account: KnownAccount,
): State {
  const accounts = insert(state.accounts, address, account)
  return { accounts, isPartial: state.isPartial, fork: state.fork }
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
      storage: changeStorage(account, change.storage ?? {}),
      // The storage of a contract without bytecode is its own.
      isStoragePartial:
        (account.isStoragePartial ?? false) &&
        !(account.isForked && change.code?.startsWith('0xfe')),
      isForked: account.isForked ?? false,
    })
  }
  return next
}

export function changeStorage(
  {
    storage,
    isStoragePartial,
  }: Pick<KnownAccount, 'storage' | 'isStoragePartial'>,
  changes: { readonly [slot: Hex]: Hex },
): Trie<Hex> {
  let next = storage
  for (const [key, word] of Object.entries(changes)) {
    const slot = key as Hex
    next =
      word === zeroWord && !isStoragePartial
        ? remove(next, slot)
        : insert(next, slot, word)
  }
  return next
}

function unknownField(
  address: Address,
  field: 'balance' | 'nonce' | 'code' | 'storage',
  verb: string,
  slot?: Hex,
): PresealError<'UnknownStateError'> {
  const entry = slot === undefined ? `${field}: …` : `storage: { "${slot}": … }`
  const what = slot === undefined ? field : `storage slot ${slot}`
  return new PresealError(
    'UnknownStateError',
    `The ${what} of ${address} is not known since a block was imported. Add { "${address}": { ${entry} } } to the "state" of importBlock, or call node.${verb}.`,
  )
}
