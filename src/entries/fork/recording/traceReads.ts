import type { Wire } from '../../../base/codec/wire.js'
import { parseAddress, parseWord, toQuantity } from '../../../base/hex/hex.js'
import type { ForkNote } from '../record/createFileNotes.js'
import type { Ask, Asked } from './ask.js'
import { type Wanted, want } from './fetchState.js'

export type Call = NonNullable<Extract<ForkNote, { type: 'missing' }>['call']>

/** How an endpoint says what a call reads; undefined: not tried yet. */
export type TraceSkills = {
  trace?: boolean
  list?: boolean
  /**
   * Whether the endpoint makes access lists under overrides, as not all nodes
   * do.
   */
  overrides?: boolean
}

/**
 * All that a call reads on the recorded block, if the endpoint can say: by a
 * prestate trace, or else by an access list. Only keys are taken from it.
 */
export async function traceReads(
  ask: Ask,
  skills: TraceSkills,
  call: Call,
  block: unknown,
  wanted: Wanted,
): Promise<void> {
  const { from, to, data, value, overlay = {} } = call
  want(wanted, from)
  if (to !== null) want(wanted, to)
  const object = {
    from,
    ...(to !== null && { to }),
    data,
    value: toQuantity(value),
  }
  const stateOverrides = overridesOf(overlay)
  if (skills.trace !== false) {
    const traced = await ask.one({
      method: 'debug_traceCall',
      params: [object, block, { tracer: 'prestateTracer', stateOverrides }],
    })
    const found = traced.type === 'result' && readPrestate(traced.value, wanted)
    if (found) {
      skills.trace = true
      return
    }
    if (traced.type === 'failure' && isUnserved(traced.failure))
      skills.trace = false
  }
  if (skills.list === false) return
  const list = (...more: readonly unknown[]) =>
    ask.one({
      method: 'eth_createAccessList',
      params: [object, block, ...more],
    })
  let listed: Asked | undefined
  if (skills.overrides !== false) {
    listed = await list(stateOverrides)
    skills.overrides = listed.type === 'result'
  }
  if (listed?.type !== 'result') listed = await list()
  if (listed.type === 'result')
    readAccessList(Object(listed.value).accessList, wanted)
  else if (isUnserved(listed.failure)) skills.list = false
}

function overridesOf(overlay: NonNullable<Call['overlay']>): Wire {
  const overrides = Object.entries(overlay).map(([address, account]) => {
    const { balance, nonce, code, stateDiff } = account
    return [
      address,
      {
        ...(balance !== undefined && { balance: toQuantity(balance) }),
        ...(nonce !== undefined && { nonce: toQuantity(nonce) }),
        ...(code !== undefined && { code }),
        ...(Object.keys(stateDiff).length > 0 && { stateDiff }),
      },
    ]
  })
  return Object.fromEntries(overrides)
}

function isUnserved(failure: { type: string; code?: number }): boolean {
  return (
    failure.type === 'http' ||
    (failure.type === 'rpc' &&
      [-32601, -32004, -32602].includes(failure.code as number))
  )
}

function readPrestate(given: unknown, wanted: Wanted): boolean {
  if (typeof given !== 'object' || given === null) return false
  const entries = Object.entries(given as { [address: string]: Wire | null })
  if (!entries.every(([key]) => parseAddress(key).ok)) return false
  for (const [key, account] of entries) {
    const address = parseAddress(key)
    if (!address.ok) continue
    want(wanted, address.value)
    addSlots(wanted, key, Object.keys(Object(account?.storage)))
  }
  return true
}

function readAccessList(given: unknown, wanted: Wanted): void {
  if (!Array.isArray(given)) return
  for (const item of given) {
    const { address, storageKeys } = Object(item) as Wire
    if (parseAddress(address).ok && Array.isArray(storageKeys))
      addSlots(wanted, `${address}`, storageKeys)
  }
}

function addSlots(wanted: Wanted, key: string, slots: readonly unknown[]) {
  const address = parseAddress(key)
  if (!address.ok) return
  want(wanted, address.value)
  for (const slot of slots) {
    const word = parseWord(slot)
    if (word.ok) want(wanted, address.value, word.value)
  }
}
