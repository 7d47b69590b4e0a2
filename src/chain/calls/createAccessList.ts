import { recoverAuthority } from '../../base/codec/envelope.js'
import { createdAddress } from '../../base/codec/rlp.js'
import { type Address, type Hash, zeroAddress } from '../../base/hex/hex.js'
import type { AccessListItem, StateReader } from '../../engine/engine.js'
import type { Observer } from '../../engine/observer.js'
import { isPrecompile } from '../../engine/precompiles.js'
import { findField } from '../model/state.js'
import { type CallRefusal, type CallRequest, isRefusal } from './callRequest.js'
import { type CallContext, type CallRun, runCall } from './runCall.js'

export type CreatedAccessList = CallRun & {
  readonly accessList: readonly AccessListItem[]
}

type Touched = Map<Address, Set<Hash>>

/**
 * The list after which the call touches nothing that is not in it, as geth
 * makes it: it begins with what the caller gave, and has all slots, those of
 * accounts that are warm anyway and of contracts that the call creates too.
 */
export function createAccessList(
  context: CallContext,
  request: CallRequest,
  gas: bigint,
): CreatedAccessList | CallRefusal {
  const isLeftOut = leftOut(context, request)
  let accessList = listOf(touchedBy(request.accessList ?? [], isLeftOut))
  for (;;) {
    const touched = touchedBy(accessList, isLeftOut)
    const run = runCall(context, { ...request, accessList }, gas, {
      observer: observerOf(touched, isLeftOut),
      through: (reader) => readThrough(reader, touched),
    })
    if (isRefusal(run)) return run
    const next = listOf(touched)
    if (isSame(next, accessList)) return { ...run, accessList }
    accessList = next
  }
}

function touchedBy(
  accessList: readonly AccessListItem[],
  isLeftOut: (address: Address) => boolean,
): Touched {
  const touched: Touched = new Map()
  for (const { address, storageKeys } of accessList) {
    if (!isLeftOut(address)) touch(touched, address)
    for (const key of storageKeys) touchSlot(touched, address, key)
  }
  return touched
}

/**
 * Addresses that are warm anyway: sender, receiver, precompiles and signers.
 */
function leftOut(
  { state, block }: CallContext,
  { from = zeroAddress, to, authorizationList = [] }: CallRequest,
): (address: Address) => boolean {
  const nonce = findField(state, from, 'nonce') ?? 0
  const warm = new Set([from, to ?? createdAddress(from, nonce)])
  for (const signed of authorizationList)
    warm.add(recoverAuthority(signed, block.chainId) ?? from)
  return (address) => warm.has(address) || isPrecompile(address, block)
}

/** Calls, and what instructions ask of accounts and slots. */
function observerOf(
  touched: Touched,
  isLeftOut: (address: Address) => boolean,
): Observer {
  const add = (address: Address) => {
    if (!isLeftOut(address)) touch(touched, address)
  }
  return {
    enter({ depth, type, to }) {
      const isCall = type !== 'CREATE' && type !== 'CREATE2'
      if (depth > 0 && isCall) add(to)
    },
    step(step) {
      const { name, address } = step
      const depth = depths.get(name)
      const word = depth === undefined ? undefined : step.peek(depth)
      if (word === undefined) return undefined
      if (name === 'SLOAD' || name === 'SSTORE')
        touchSlot(touched, address, word)
      else add(`0x${word.slice(-40)}`)
      return undefined
    },
  }
}

/** Stack depth at which an instruction finds the slot or the account. */
const depths: ReadonlyMap<string, number> = new Map([
  ['SLOAD', 0],
  ['SSTORE', 0],
  ['BALANCE', 0],
  ['EXTCODECOPY', 0],
  ['EXTCODEHASH', 0],
  ['EXTCODESIZE', 0],
  ['SELFDESTRUCT', 0],
  ['CALL', 1],
  ['CALLCODE', 1],
  ['DELEGATECALL', 1],
  ['STATICCALL', 1],
])

/** Slots, which native contracts read without an instruction. */
function readThrough(reader: StateReader, touched: Touched): StateReader {
  return {
    ...reader,
    slot(address, key) {
      touchSlot(touched, address, key)
      return reader.slot(address, key)
    },
  }
}

function touch(touched: Touched, address: Address): Set<Hash> {
  const keys = touched.get(address) ?? new Set()
  touched.set(address, keys)
  return keys
}

function touchSlot(touched: Touched, address: Address, key: Hash): void {
  touch(touched, address).add(key)
}

function listOf(touched: Touched): AccessListItem[] {
  return [...touched]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([address, keys]) => ({ address, storageKeys: [...keys].sort() }))
}

function isSame(
  one: readonly AccessListItem[],
  other: readonly AccessListItem[],
): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
