import { keccak256 } from '../../../base/hash/keccak256.js'
import { display } from '../../../base/hex/display.js'
import {
  parseData,
  parseQuantity,
  toBytes,
  toHex,
  toWord,
} from '../../../base/hex/hex.js'
import type { Address, ForkRecord, Hash, Hex } from '../../../index.js'
import {
  type TransportRequest,
  unexpectedAnswer,
} from '../../endpoint/index.js'

/** A record that is being made. */
export type Draft = Omit<
  ForkRecord,
  'accounts' | 'code' | 'storage' | 'blockHashes' | 'history'
> & {
  accounts: { [address: Address]: ForkRecord['accounts'][Address] }
  code: { [hash: Hash]: Hex }
  storage: { [address: Address]: { [slot: Hash]: Hash } }
  blockHashes: { [number: string]: Hash }
  history: {
    blocks: { [number: string]: object | null }
    receipts: { [number: string]: readonly object[] }
    transactions: {
      [hash: Hash]: ForkRecord['history']['transactions'][Hash]
    }
    logs: ForkRecord['history']['logs'][number][]
  }
}

/** A copy to add to. */
export function draftOf(record: ForkRecord): Draft {
  return JSON.parse(JSON.stringify(record))
}

/** The part of a record with which an interrupted reader can continue. */
export type Additions = Pick<
  Draft,
  'accounts' | 'code' | 'storage' | 'blockHashes'
>

export function noAdditions(): Additions {
  return { accounts: {}, code: {}, storage: {}, blockHashes: {} }
}

/** Accounts and slots to record. */
export type Wanted = {
  readonly accounts: Set<Address>
  readonly slots: Map<Address, Set<Hash>>
}

export function noneWanted(): Wanted {
  return { accounts: new Set(), slots: new Map() }
}

export function want(wanted: Wanted, address: Address, slot?: Hash): void {
  wanted.accounts.add(address)
  if (slot === undefined) return
  const slots = wanted.slots.get(address) ?? new Set()
  wanted.slots.set(address, slots.add(slot))
}

type AskAll = (
  requests: readonly TransportRequest[],
) => Promise<readonly unknown[]>

/** Adds to a record what it lacks of what is wanted, as the block left it. */
export async function fetchState(
  draft: Draft,
  { accounts, slots }: Wanted,
  block: unknown,
  ask: AskAll,
): Promise<void> {
  const missing = [...accounts].filter((one) => !(one in draft.accounts))
  const methods = ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode']
  const requests = missing.flatMap((address) =>
    methods.map((method) => ({ method, params: [address, block] })),
  )
  const answers = await ask(requests)
  for (const [index, address] of missing.entries()) {
    const at = 3 * index
    const read = (offset: number, parse: typeof parseQuantity) =>
      take(
        requests[at + offset] as TransportRequest,
        answers[at + offset],
        parse,
      )
    const balance = read(0, parseQuantity)
    const nonce = Number(read(1, parseQuantity))
    const code = take(
      requests[at + 2] as TransportRequest,
      answers[at + 2],
      parseData,
    )
    if (balance === 0n && nonce === 0 && code === '0x') {
      draft.accounts[address] = null
      continue
    }
    const codeHash = code === '0x' ? null : toHex(keccak256(toBytes(code)))
    if (codeHash !== null) draft.code[codeHash] = code
    draft.accounts[address] = { balance: `${balance}`, nonce, codeHash }
  }

  const places = [...slots].flatMap(([address, own]) =>
    [...own]
      .filter((slot) => draft.storage[address]?.[slot] === undefined)
      .map((slot) => ({ address, slot })),
  )
  const reads = places.map(({ address, slot }) => ({
    method: 'eth_getStorageAt',
    params: [address, slot, block],
  }))
  const words = (await ask(reads)).map((word, index) =>
    toWord(take(reads[index] as TransportRequest, word, parseQuantity)),
  )
  // Nodes for tests, and OP chains that they play, have slots of accounts that
  // are otherwise empty: these are accounts too.
  for (const [index, { address }] of places.entries())
    if (draft.accounts[address] === null && words[index] !== toWord(0n))
      draft.accounts[address] = { balance: '0', nonce: 0, codeHash: null }
  for (const [index, { address, slot }] of places.entries())
    if (draft.accounts[address] !== null)
      draft.storage[address] = {
        ...draft.storage[address],
        [slot]: words[index] as Hash,
      }
}

function take<value>(
  request: TransportRequest,
  answer: unknown,
  parse: (
    given: unknown,
  ) => { ok: true; value: value } | { ok: false; expected: string },
): value {
  const parsed = parse(answer)
  if (parsed.ok) return parsed.value
  throw unexpectedAnswer(request, display(answer), parsed.expected)
}
