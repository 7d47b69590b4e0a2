import {
  type Address,
  type Hash,
  type Hex,
  parseQuantity,
} from '../../base/hex/hex.js'
import type {
  Fork,
  ForkCall,
  ForkOverlay,
  ForkRecord,
  RecordedLogs,
} from './fork.js'
import { type Miss, type Missing, notRecordedError } from './missing.js'

/** An account of the record, whose slots are those of the record. */
type ForkedAccount = {
  readonly balance: bigint
  readonly nonce: number
  readonly code: Hex
  readonly storage: null
  readonly isStoragePartial: true
  readonly isForked: true
}

/** The base under a node's state, and the values that were missed in it. */
export type ForkBase = {
  readonly record: ForkRecord
  /** Number of the block whose state it is. */
  readonly number: bigint
  /** null: there is none; undefined: it was not recorded. */
  readonly account: (address: Address) => ForkedAccount | null | undefined
  /** @throws NotRecordedError if it was not recorded. */
  readonly slot: (address: Address, slot: Hex) => Hex
  /** @throws NotRecordedError for what is missing, which is kept as a miss. */
  readonly refuse: (missing: Missing, field?: string) => never
  /** Runs what answers a method, which is to blame for what it misses. */
  readonly askedBy: <value>(method: string, answer: () => value) => value
  /** Runs a message, which is the cause of the misses in it. */
  readonly during: <value>(
    call: ForkCall,
    run: () => value,
    /** Called if something is missing. */
    overlay?: () => ForkOverlay,
  ) => value
  readonly misses: () => readonly Miss[]
}

export function createForkBase({ record, note }: Fork): ForkBase {
  const { accounts, code, storage } = record
  const number = numberOf(record)
  const known = new Map<Address, ForkedAccount>()
  const misses = new Map<string, { missing: Missing; by: Set<string> }>()

  function account(address: Address): ForkedAccount | null | undefined {
    const before = known.get(address)
    if (before !== undefined) return before
    const recorded = obtain(
      { type: 'account', address },
      () => accounts[address],
    )
    if (recorded === undefined) return undefined
    note?.({ type: 'read', address })
    if (recorded === null) return null
    const { codeHash } = recorded
    const forked: ForkedAccount = {
      balance: BigInt(recorded.balance),
      nonce: recorded.nonce,
      code: codeHash === null ? '0x' : (code[codeHash] as Hex),
      storage: null,
      isStoragePartial: true,
      isForked: true,
    }
    known.set(address, forked)
    return forked
  }

  function slot(address: Address, slot: Hex): Hex {
    const missing: Missing = { type: 'slot', address, slot }
    const word = obtain(missing, () => storage[address]?.[slot as Hash])
    if (word === undefined) return refuse(missing)
    note?.({ type: 'read', address, slot })
    return word
  }

  let asking: string | undefined
  let call: (() => ForkCall) | undefined

  /** From the record, or from a recorder that can be waited for. */
  function obtain<value>(
    missing: Missing,
    read: () => value | undefined,
  ): value | undefined {
    const value = read()
    if (value !== undefined || note === undefined) return value
    return note({ type: 'missing', missing, call: call?.() })
      ? read()
      : undefined
  }

  function refuse(missing: Missing, field?: string): never {
    const key = keyOf(missing)
    const miss = misses.get(key) ?? { missing, by: new Set() }
    misses.set(key, miss)
    if (asking !== undefined) miss.by.add(asking)
    note?.({ type: 'missing', missing, call: call?.() })
    throw notRecordedError(missing, number, { field, by: asking })
  }

  function askedBy<value>(method: string, answer: () => value): value {
    const before = asking
    asking = method
    try {
      return answer()
    } finally {
      asking = before
    }
  }

  function during<value>(
    { from, to, data, value }: ForkCall,
    run: () => value,
    overlay?: () => ForkOverlay,
  ): value {
    const before = call
    call = () => ({ from, to, data, value, overlay: overlay?.() })
    try {
      return run()
    } finally {
      call = before
    }
  }

  return {
    record,
    number,
    account,
    slot,
    refuse,
    askedBy,
    during,
    misses: () =>
      [...misses.values()].map(({ missing, by }) => ({ missing, by: [...by] })),
  }
}

function numberOf({ block }: ForkRecord): bigint {
  const parsed = parseQuantity((block as { number?: unknown }).number)
  return parsed.ok ? parsed.value : 0n
}

function keyOf(missing: Missing): string {
  return JSON.stringify(missing, (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
}

/** A request for logs before the fork. */
type LogQuestion = {
  readonly addresses: ReadonlySet<Address> | null
  readonly topics: readonly (ReadonlySet<Hash> | null)[]
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

/**
 * JSON of the recorded logs among which the answer is, those of other filters
 * too; undefined if some block of the range was not asked for.
 */
export function recordedLogs(
  recorded: readonly RecordedLogs[],
  question: LogQuestion,
): readonly object[] | undefined {
  const fitting = recorded
    .filter((one) => covers(one, question))
    .sort((one, other) => one.fromBlock - other.fromBlock)
  const found: object[] = []
  let next = Number(question.fromBlock)
  for (const { fromBlock, toBlock, logs } of fitting) {
    if (fromBlock > next) break
    if (toBlock < next) continue
    const from = next
    found.push(...logs.filter((log) => blockNumberOf(log) >= from))
    next = toBlock + 1
  }
  return next > Number(question.toBlock)
    ? found.filter((log) => blockNumberOf(log) <= Number(question.toBlock))
    : undefined
}

/** Whether all that is asked for is in what was asked then. */
function covers(
  { addresses, topics }: RecordedLogs,
  question: LogQuestion,
): boolean {
  return (
    isWithin(question.addresses, addresses) &&
    // A filter longer than a log's topics fits no log.
    topics.length <= question.topics.length &&
    topics.every((wide, at) => isWithin(question.topics[at] ?? null, wide))
  )
}

function isWithin<item>(
  narrow: ReadonlySet<item> | null,
  wide: readonly item[] | null,
): boolean {
  if (wide === null) return true
  return narrow !== null && [...narrow].every((item) => wide.includes(item))
}

function blockNumberOf(log: object): number {
  return Number((log as { blockNumber?: unknown }).blockNumber)
}
