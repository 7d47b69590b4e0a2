import { display } from '../../base/hex/display.js'
import { parseAddress, toWord } from '../../base/hex/hex.js'
import {
  arrayOf,
  fitting,
  objectOf,
  optional,
  readOptions,
} from '../../base/validation/fields.js'
import { invalidParameters } from '../../base/validation/problem.js'
import {
  fourBytes,
  integer,
  milliseconds,
  positive,
  text,
  type Validator,
} from '../../base/validation/values.js'
import type {
  Address,
  Fault,
  MockNodeOptions,
  PreconfirmParameters,
  Step,
  TransactionName,
} from '../../index.js'

/**
 * A scenario as plain data: options for `createMockNode`, or for
 * `formatScenario` to write to a file.
 */
export type Scenario = MockNodeOptions & {
  /** Length of the scenario in ms */
  duration: number
}

/** Options of all presets: payments and times. */
export type PresetOptions = {
  /** The payer, funded with 1 000 000 ether; default `0x…0a11ce` */
  from?: Address | undefined
  /** The payee; default `0x…0b0b` */
  to?: Address | undefined
  /** wei of each payment; default 1 ether */
  value?: bigint | undefined
  /**
   * Replace the payments, in turn and repeatedly. Absent fields default to
   * `from`, `to` and `value`.
   */
  transactions?: readonly PresetTransaction[] | undefined
  /** ms between two beats; default 200 */
  preconfirmationTime?: number | undefined
  /**
   * ms between two blocks, a whole multiple of `preconfirmationTime`; default
   * 2_000
   */
  blockTime?: number | undefined
}

type PresetTransaction = {
  [name in keyof PreconfirmParameters]?: PreconfirmParameters[name] | undefined
}

/**
 * Makes a scenario from options, of which each may be left out:
 * `Parameters<typeof steady>[0]` is their type.
 *
 * @throws InvalidParametersError naming every option that is wrong.
 */
export type Preset<fields> = (
  options?: PresetOptions & {
    [name in keyof fields]?: ValueOf<fields[name]> | undefined
  },
) => Scenario

type ValueOf<field> = field extends Validator<infer value> ? value : never

export type SentName = Exclude<TransactionName, string>

/** Selects transactions that the application sends. */
export type SentOptions = Omit<SentName['sent'], 'nth'>

/** A whole number from 1 on. */
export const whole = (value: number) => optional(positive, value)

/** A number of blocks. Each has steps of its own, which are held all at once. */
export const count = (value: number) =>
  optional(integer(1, 10_000, 'a whole number from 1 to 10000'), value)

export const methods = (value: readonly string[]) =>
  optional(listOf(text, 'method'), value)

const account: Validator<Address> = { check: parseAddress }
const recipient: Validator<Address | null> = {
  check: (given) =>
    given === null ? { ok: true, value: null } : parseAddress(given),
}
const wei = fitting<bigint>(
  (given) => typeof given === 'bigint' && given >= 0n,
  'a bigint of wei, such as 1n',
)
const left = <value>(field: Validator<value>) => optional(field, undefined)

const sentFields = objectOf({
  from: left(account),
  to: left(recipient),
  selector: left(fourBytes),
})

/** Transactions of the application. */
export const sent = <value extends SentOptions | undefined>(value: value) =>
  optional<SentOptions, value | SentOptions>(asGiven(sentFields), value)

/** What `createMockNode` checks. */
const later = fitting<unknown>(() => true, '')

const transactionFields = objectOf({
  from: left(account),
  to: left(recipient),
  value: left(wei),
  nonce: later,
  gas: later,
  gasUsed: later,
  data: later,
  type: later,
  gasPrice: later,
  maxFeePerGas: later,
  maxPriorityFeePerGas: later,
  accessList: later,
  authorizationList: later,
  blobGasUsed: later,
  logs: later,
  l1: later,
  execute: later,
  status: later,
  changes: later,
  label: later,
  sourceHash: later,
  mint: later,
  isSystemTx: later,
} satisfies {
  [name in keyof PreconfirmParameters]-?: Validator<unknown>
})

/** Checked, and then kept as it is. */
function asGiven<value>(fields: Validator<object>): Validator<value> {
  return {
    check(given) {
      const read = fields.check(given)
      return read.ok ? { ok: true, value: given as value } : read
    },
  }
}

const common = {
  from: optional<Address, Address>(
    account,
    '0x00000000000000000000000000000000000a11ce',
  ),
  to: optional<Address, Address>(
    account,
    '0x0000000000000000000000000000000000000b0b',
  ),
  value: optional(wei, 10n ** 18n),
  transactions: optional(
    listOf(asGiven<PresetTransaction>(transactionFields), 'transaction'),
    undefined,
  ),
  preconfirmationTime: optional(milliseconds(1), 200),
  blockTime: optional(milliseconds(1), 2_000),
} satisfies { readonly [name in keyof PresetOptions]: Validator<unknown> }

function listOf<value>(
  item: Validator<value>,
  what: string,
): Validator<readonly value[]> {
  const list = arrayOf(item)
  return {
    check(given) {
      const read = list.check(given)
      const expected = `an array of at least one ${what}`
      return read.ok && read.value.length === 0
        ? { ok: false, given: display(given), expected }
        : read
    },
  }
}

export type Times = {
  /** ms */
  readonly preconfirmationTime: number
  /** ms */
  readonly blockTime: number
  readonly beatsPerBlock: number
}

/** The options of all presets, checked, with every default in place. */
export type Common = Times & {
  readonly preset: string
  /** The names of those that are no defaults. */
  readonly given: readonly string[]
  /** The user's own, or else one payment. */
  readonly transactions: readonly PreconfirmParameters[]
  /** Whether these are the user's own. */
  readonly isOwn: boolean
}

export type Payment = Extract<Step, { type: 'preconfirm' }> & { label: string }

/** What a preset makes of its options: payments, and what goes wrong. */
export type Play = {
  /** What goes wrong with requests */
  readonly faults?: readonly Fault[]
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
  /** Further options of the node */
  readonly options?: MockNodeOptions
  /** ms, if not that of its blocks */
  readonly duration?: number
}

/** A preset from its name, its own options and what it makes of all of them. */
export function preset<
  fields extends { readonly [name: string]: Validator<unknown> },
>(
  name: string,
  fields: fields,
  play: (
    options: { readonly [key in keyof fields]: ValueOf<fields[key]> } & Common,
  ) => Play,
): Preset<fields> {
  return (given = {}) => {
    const { from, to, value, transactions, ...own } = readOptions(name, given, {
      ...fields,
      ...common,
    }) as {
      [key in keyof typeof common]: ValueOf<(typeof common)[key]>
    }
    const { preconfirmationTime, blockTime } = own
    checkOption(
      blockTime % preconfirmationTime === 0,
      name,
      'blockTime',
      blockTime,
      `a whole multiple of "preconfirmationTime", which is ${preconfirmationTime}`,
    )
    const options = {
      ...(own as { [key in keyof fields]: ValueOf<fields[key]> } & typeof own),
      beatsPerBlock: blockTime / preconfirmationTime,
      preset: name,
      given: Object.keys(given),
      transactions: (transactions ?? [{}]).map(
        (fields) =>
          ({
            to,
            value,
            ...fields,
            from: (fields.from ?? from).toLowerCase(),
          }) as PreconfirmParameters,
      ),
      isOwn: transactions !== undefined,
    }
    const played = play(options)
    const { blocks = 'blocks' in own ? Number(own.blocks) : 0 } = played
    const { payAt = beatsOf(options, blocks), paid = options.transactions } =
      played
    const payments = toPayments(paid, payAt, played.counted && !options.isOwn)
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
      ...(played.faults !== undefined && { faults: played.faults }),
      steps: [...steps].sort((one, other) => one.at - other.at),
      duration: played.duration ?? blocks * blockTime,
    }
  }
}

/** Refuses an option of a preset, or of `sequence`, that is not right. */
export function checkOption(
  isRight: boolean,
  preset: string,
  path: string,
  given: unknown,
  expected: string,
): asserts isRight {
  if (!isRight)
    throw invalidParameters(preset, [{ path, given: display(given), expected }])
}

/**
 * Refuses what does not fit a block: the option itself if it was given, or else
 * the block time, which is too short for the default.
 */
export function checkRoom(
  isRight: boolean,
  { preset, given, blockTime }: Common,
  path: string,
  value: unknown,
  expected: string,
  needed: number,
): void {
  const name = path.replace(/\[.*/, '')
  if (given.includes(name)) checkOption(isRight, preset, path, value, expected)
  else
    checkOption(
      isRight,
      preset,
      'blockTime',
      blockTime,
      `at least ${needed}, for the default of "${name}"`,
    )
}

/** Refuses one that was given and is too large for its block. */
export function checkFit<name extends string>(
  options: Common & { readonly [key in name]: number },
  name: name,
  below: number,
  expected: string,
): void {
  const isRight = options[name] < below || !options.given.includes(name)
  checkOption(isRight, options.preset, name, options[name], expected)
}

/** The same of ms that pass within a block. */
export function checkWithinBlock<name extends string>(
  options: Common & { readonly [key in name]: number },
  name: name,
): void {
  const { blockTime } = options
  const expected = `less than "blockTime", which is ${blockTime}`
  checkFit(options, name, blockTime, expected)
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

/** A name, for steps, of each of these transactions. */
export function everySent(sent: SentOptions): SentName {
  return { sent: { ...sent, nth: 'all' } }
}
