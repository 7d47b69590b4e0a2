import { PresealError } from '../../base/errors/errors.js'
import { display, isPlain } from '../../base/hex/display.js'
import { parseAddress } from '../../base/hex/hex.js'
import {
  type Problem,
  toSentences,
  unknownKey,
} from '../../base/validation/problem.js'
import type {
  Address,
  PreconfirmParameters,
  TransactionName,
} from '../../index.js'

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

export type SentName = Exclude<TransactionName, string>

/** Selects transactions that the application sends. */
export type SentOptions = Omit<SentName['sent'], 'nth'>

/** An option of one preset: its default, and what a wrong value should be. */
export type Field<value> = {
  readonly default: value
  /** What is expected in place of a wrong value; undefined if it is right. */
  wrong(given: unknown, times: Times): string | undefined
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
  /** The user's own, or else one payment. */
  readonly transactions: readonly PreconfirmParameters[]
  /** Whether these are the user's own. */
  readonly isOwn: boolean
}

/** A whole number from `least` on. */
export function whole(
  value: number,
  least = 1,
  limit?: (times: Times) => { below: number; expected: string },
): Field<number> {
  return {
    default: value,
    wrong(given, times) {
      const expected = notWhole(given, least)
      if (expected !== undefined || limit === undefined) return expected
      const most = limit(times)
      return Number(given) < most.below ? undefined : most.expected
    },
  }
}

function notWhole(given: unknown, least: number): string | undefined {
  return Number.isSafeInteger(given) && Number(given) >= least
    ? undefined
    : `a whole number from ${least} on`
}

/** A number of blocks. Each has steps of its own, which are held all at once. */
export function count(value: number): Field<number> {
  const most = 10_000
  return {
    default: value,
    wrong: (given) =>
      notWhole(given, 1) === undefined && Number(given) <= most
        ? undefined
        : `a whole number from 1 to ${most}`,
  }
}

/** ms within a block. */
export const withinBlock = (value: number) =>
  whole(value, 1, ({ blockTime }) => ({
    below: blockTime,
    expected: `less than "blockTime", which is ${blockTime}`,
  }))

export const methods = (
  value: readonly string[],
): Field<readonly string[]> => ({
  default: value,
  wrong: (given) =>
    Array.isArray(given) && given.length > 0
      ? undefined
      : 'an array of at least one method',
})

/** Transactions of the application; `createMockNode` checks the rest. */
export const sent = <value extends SentOptions | undefined>(
  value: value,
): Field<value | SentOptions> => ({
  default: value,
  wrong: (given) =>
    typeof given === 'object' && given !== null && !('nth' in given)
      ? undefined
      : 'an object { from, to, selector } of which each may be left out',
})

const common = {
  from: '0x00000000000000000000000000000000000a11ce',
  to: '0x0000000000000000000000000000000000000b0b',
  value: 10n ** 18n,
  transactions: undefined,
  preconfirmationTime: 200,
  blockTime: 2_000,
} satisfies PresetOptions

type Given = {
  [name in keyof PresetOptions]?: NonNullable<PresetOptions[name]>
}

/** @throws InvalidOptionsError */
export function readOptions<own extends object>(
  preset: string,
  given: PresetOptions = {},
  fields: { readonly [key in keyof own]: Field<own[key]> },
): own & Common {
  checkOption(
    typeof given === 'object' && given !== null && isPlain(given),
    preset,
    'options',
    given,
    'an object',
  )
  const own: [string, Field<unknown>][] = Object.entries(fields)
  const known = [...Object.keys(common), ...own.map(([name]) => name)]
  const options = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  for (const name of Object.keys(options))
    if (!known.includes(name))
      throw invalidOptions(preset, [{ path: name, ...unknownKey(name, known) }])
  const { from, to, value, transactions, ...rest } = {
    ...common,
    ...(options as Given),
  }
  const { preconfirmationTime, blockTime } = rest
  for (const [name, ms] of Object.entries({ preconfirmationTime, blockTime })) {
    const expected = notWhole(ms, 1)
    checkOption(expected === undefined, preset, name, ms, expected ?? '')
  }
  checkOption(
    blockTime % preconfirmationTime === 0,
    preset,
    'blockTime',
    blockTime,
    `a whole multiple of "preconfirmationTime", which is ${preconfirmationTime}`,
  )
  checkOption(
    typeof value === 'bigint' && value >= 0n,
    preset,
    'value',
    value,
    'a bigint of wei, such as 1n',
  )
  const payment = {
    from: readAddress(preset, 'from', from),
    to: readAddress(preset, 'to', to),
    value,
  }
  const times = {
    preconfirmationTime,
    blockTime,
    beatsPerBlock: blockTime / preconfirmationTime,
  }
  const read = own.map(([name, field]) => {
    if (!(name in options)) return [name, field.default]
    const expected = field.wrong(options[name], times)
    checkOption(
      expected === undefined,
      preset,
      name,
      options[name],
      expected ?? '',
    )
    return [name, options[name]]
  })
  return {
    ...(Object.fromEntries(read) as own),
    ...times,
    preset,
    transactions:
      transactions === undefined
        ? [payment]
        : readTransactions(preset, transactions, payment),
    isOwn: transactions !== undefined,
  }
}

function readAddress(preset: string, name: string, given: unknown): Address {
  const parsed = parseAddress(given)
  checkOption(parsed.ok, preset, name, given, parsed.ok ? '' : parsed.expected)
  return parsed.value
}

/** `createMockNode` checks the rest of them. */
function readTransactions(
  preset: string,
  given: unknown,
  payment: PreconfirmParameters,
): PreconfirmParameters[] {
  checkOption(
    Array.isArray(given) && given.length > 0,
    preset,
    'transactions',
    given,
    'an array of at least one transaction',
  )
  return given.map((transaction: unknown, index) => {
    const name = `transactions[${index}]`
    checkOption(
      typeof transaction === 'object' && transaction !== null,
      preset,
      name,
      transaction,
      'a transaction, such as { to, value }',
    )
    const fields = Object.entries(transaction).filter(
      ([, value]) => value !== undefined,
    )
    const merged = { ...payment, ...Object.fromEntries(fields) }
    return { ...merged, from: readAddress(preset, `${name}.from`, merged.from) }
  })
}

/** Refuses an argument of a preset, or of `sequence`, that is not right. */
export function checkOption(
  isRight: boolean,
  preset: string,
  path: string,
  given: unknown,
  expected: string,
): asserts isRight {
  if (!isRight)
    throw invalidOptions(preset, [{ path, given: display(given), expected }])
}

/** The error of presets and `sequence` for wrong options. */
function invalidOptions(preset: string, problems: readonly Problem[]) {
  return new PresealError(
    'InvalidOptionsError',
    `${preset}: ${toSentences(problems, ({ path }) => `"${path}"`)}`,
    { problems },
  )
}
