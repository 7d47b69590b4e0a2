import { createdAddress } from '../../codec/createdAddress.js'
import type { AccessListItem, StateReader } from '../../engine/engine.js'
import type { Observer, Step } from '../../engine/observer.js'
import { type Address, type Hash, zeroAddress } from '../../hex/hex.js'
import { readAccount } from '../state.js'
import type { CallContext } from './callContext.js'
import type { CallRequest } from './callRequest.js'
import { isRefusal, type Refusal } from './refusal.js'
import { type CallRun, runCall } from './runCall.js'

export type CreatedAccessList = CallRun & {
  readonly accessList: readonly AccessListItem[]
}

type Touched = Map<Address, Set<Hash>>

/** The list after which the call touches nothing that is not in it. */
export function createAccessList(
  context: CallContext,
  request: CallRequest,
  gas: bigint,
): CreatedAccessList | Refusal {
  const isLeftOut = leftOut(context, request)
  let accessList = request.accessList ?? []
  for (;;) {
    const touched: Touched = new Map()
    for (const { address, storageKeys } of accessList) {
      if (isLeftOut(address)) continue
      for (const key of storageKeys) touchSlot(touched, address, key)
      touch(touched, address)
    }
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

/** Who is warm anyway: sender, receiver and precompiles. */
function leftOut(
  { state, block }: CallContext,
  { from = zeroAddress, to }: CallRequest,
): (address: Address) => boolean {
  const { nonce = 0 } = readAccount(state, from)
  const receiver = to ?? createdAddress(from, nonce)
  const last = block.hardfork === 'cancun' ? 0x0an : 0x11n
  const hasP256 =
    block.hardfork === 'osaka' || block.p256VerifyGas !== undefined
  return (address) => {
    if (address === from || address === receiver) return true
    if (!address.startsWith('0x000000000000000000000000000000000000'))
      return false
    const position = BigInt(address)
    return (
      (position > 0n && position <= last) || (hasP256 && position === 0x100n)
    )
  }
}

/** Calls, and what instructions ask of other accounts. */
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
      if (asksOfAccount.has(step.name)) add(askedOf(step))
      return undefined
    },
  }
}

const asksOfAccount: ReadonlySet<string> = new Set([
  'BALANCE',
  'EXTCODECOPY',
  'EXTCODEHASH',
  'EXTCODESIZE',
])

function askedOf(step: Step): Address {
  return `0x${(step.stack().at(-1) ?? '').slice(-40)}`
}

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
