import { toWord } from '../../base/hex/hex.js'
import type {
  Address,
  Fault,
  MockNodeOptions,
  PreconfirmParameters,
  Step,
} from '../../index.js'
import {
  type Common,
  type Field,
  type PresetOptions,
  readOptions,
  type SentName,
  type SentOptions,
  type Times,
} from './options.js'

/**
 * A scenario as plain data: options for `createMockNode`, or for
 * `formatScenario` to write to a file.
 */
export type Scenario = MockNodeOptions & {
  /** Length of the scenario in ms */
  duration: number
}

export type Payment = Extract<Step, { type: 'preconfirm' }> & { label: string }

/** What a preset makes of its options: payments, and what goes wrong. */
export type Play = {
  /** The blocks that it lasts; by default its option `blocks` */
  readonly blocks?: number
  /** Instants of payments; by default every beat of these blocks */
  readonly payAt?: readonly number[]
  /** Paid in turn, in place of `transactions` */
  readonly paid?: readonly PreconfirmParameters[]
  /** Whose accounts are funded; by default who pays */
  readonly payers?: readonly PreconfirmParameters[]
  /** Each payment counts itself in slot 0 of its recipient. */
  readonly counted?: boolean
  /** All steps; by default the payments */
  readonly steps?: (payments: readonly Payment[]) => readonly Step[]
  /** Further options of the node, such as faults */
  readonly options?: MockNodeOptions
  /** ms, if not that of its blocks */
  readonly duration?: number
}

export type Preset<options> = (options?: options) => Scenario

/** A preset from its name, its options and what it makes of them. */
export function preset<options extends PresetOptions, own extends object>(
  name: string,
  fields: { readonly [key in keyof own]: Field<own[key]> },
  play: (options: own & Common) => Play,
): Preset<options> {
  return (options) => {
    const read = readOptions(name, options, fields)
    const { preconfirmationTime, blockTime } = read
    const played = play(read)
    const { blocks = (read as { blocks?: number }).blocks ?? 0 } = played
    const { payAt = beatsOf(read, blocks), paid = read.transactions } = played
    const payments = toPayments(paid, payAt, played.counted && !read.isOwn)
    const steps = played.steps?.(payments) ?? payments
    const payers = (played.payers ?? paid).map(
      ({ from }): [Address, { balance: bigint }] => [from, { balance: funds }],
    )
    return {
      version: 1,
      preconfirmationTime,
      blockTime,
      accounts: Object.fromEntries(payers),
      ...played.options,
      steps: [...steps].sort((one, other) => one.at - other.at),
      duration: played.duration ?? blocks * blockTime,
    }
  }
}

/** 1,000,000 ether: more than any story spends, and the same in all of them. */
const funds = 10n ** 24n

/** The instants of every beat of that many blocks, the first of them being 0. */
export function beatsOf(
  { beatsPerBlock, preconfirmationTime }: Times,
  blocks: number,
): number[] {
  return every(preconfirmationTime, blocks * beatsPerBlock)
}

/** The instants at which that many blocks open, the first of them being 0. */
export function openingsOf({ blockTime }: Times, blocks: number): number[] {
  return every(blockTime, blocks)
}

/** That many instants, `ms` apart, from `start` on. */
export function every(ms: number, times: number, start = 0): number[] {
  return Array.from({ length: times }, (_, index) => start + index * ms)
}

/** A payment at each instant, or the user's own transactions in turn. */
function toPayments(
  transactions: readonly PreconfirmParameters[],
  instants: readonly number[],
  areCounted = false,
): Payment[] {
  const name = createNaming()
  return instants.map((at, index) => {
    const { type, label, ...transaction } = transactions[
      index % transactions.length
    ] as PreconfirmParameters
    const counter = { [toWord(0n)]: toWord(BigInt(index + 1)) }
    return {
      at,
      type: 'preconfirm',
      label: name(label ?? 'payment'),
      ...(type !== undefined && { transactionType: type }),
      ...transaction,
      ...(areCounted && {
        changes: { [transaction.to as Address]: { storage: counter } },
      }),
    }
  })
}

/**
 * Makes labels unique: a label that is taken gets the first free number, as in
 * `payment`, `payment#2`, `payment#3`.
 */
export function createNaming(): (label: string) => string {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (label) => {
    let count = counts.get(label) ?? 0
    let name: string
    do {
      count += 1
      name = count === 1 ? label : `${label}#${count}`
    } while (taken.has(name))
    counts.set(label, count)
    taken.add(name)
    return name
  }
}

/** During that time, `pending` answers as `latest`. */
export function hidePending(time: { since?: number; until?: number }): Fault[] {
  return [
    { type: 'otherBlock', to: 'latest', block: 'pending', ...time },
    hideUnsealed(time),
  ]
}

/** During that time, transactions are found by hash only once sealed. */
export function hideUnsealed(time: { since?: number; until?: number }): Fault {
  const methods = ['eth_getTransactionByHash', 'eth_getTransactionReceipt']
  return { type: 'otherBlock', to: 'latest', methods, ...time }
}

/** A name, for steps, of each of these transactions. */
export function everySent(sent: SentOptions): SentName {
  return { sent: { ...sent, nth: 'all' } }
}
