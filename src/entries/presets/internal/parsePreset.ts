import { isPlain } from '../../../base/hex/display.js'
import { parseAddress } from '../../../base/hex/parse.js'
import { unknownKey } from '../../../base/validation/problem.js'
import type { Address, PreconfirmParameters } from '../../../index.js'
import { checkOption, InvalidPresetError } from './checkOption.js'
import type { ParsedPreset } from './parsedPreset.js'
import type { PresetOptions } from './presetOptions.js'

const common = {
  from: '0x00000000000000000000000000000000000a11ce',
  to: '0x0000000000000000000000000000000000000b0b',
  value: 10n ** 18n,
  transactions: undefined,
  preconfirmationTime: 200,
  blockTime: 2_000,
} satisfies PresetOptions

/** Each has steps of its own, which a scenario holds all at once. */
const mostBlocks = 10_000

/**
 * Reads the options of a preset. Its `own` parameters come with their defaults;
 * numbers are whole and positive, or 0 if `zero` names them, and the preset
 * checks the rest. Without a default for the time of beats, a block is one.
 *
 * @throws InvalidPresetError
 */
export function parsePreset<own extends object>(
  preset: string,
  options: PresetOptions & { readonly [name in keyof own]?: unknown },
  own: own,
  zero: readonly (keyof own & string)[] = [],
): ParsedPreset & own {
  checkOption(
    typeof options === 'object' && options !== null && isPlain(options),
    preset,
    'options',
    options,
    'an object',
  )
  const read: { [name: string]: unknown } = { ...common, ...own }
  const known = Object.keys(read)
  for (const [name, value] of Object.entries(options)) {
    if (!known.includes(name))
      throw new InvalidPresetError(preset, [
        { path: name, ...unknownKey(name, known) },
      ])
    if (value === undefined) continue
    if (typeof read[name] === 'number') {
      const least = zero.some((one) => one === name) ? 0 : 1
      const most = name === 'blocks' ? mostBlocks : Number.MAX_SAFE_INTEGER
      const isWhole = Number.isSafeInteger(value)
      checkOption(
        isWhole && Number(value) >= least && Number(value) <= most,
        preset,
        name,
        value,
        name === 'blocks'
          ? `a whole number from ${least} to ${most}`
          : `a whole number from ${least} on`,
      )
    }
    read[name] = value
  }

  const { from, to, value, transactions, blockTime } = read as typeof common
  const { preconfirmationTime = blockTime } = read as PresetOptions
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
  return {
    ...(read as own),
    preset,
    transactions:
      transactions === undefined
        ? [payment]
        : readTransactions(preset, transactions, payment),
    isOwn: transactions !== undefined,
    preconfirmationTime,
    blockTime,
    beatsPerBlock: blockTime / preconfirmationTime,
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
    const said = Object.entries(transaction).filter(
      ([, value]) => value !== undefined,
    )
    const merged = { ...payment, ...Object.fromEntries(said) }
    return { ...merged, from: readAddress(preset, `${name}.from`, merged.from) }
  })
}
