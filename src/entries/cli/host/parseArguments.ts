import { type ParseArgsConfig, parseArgs } from 'node:util'
import { isPresealError, PresealError } from '../../../base/errors/errors.js'
import { nearest } from '../../../base/hex/nearest.js'

type OptionTable = NonNullable<ParseArgsConfig['options']>

/** Values by option; one that is not given is undefined. */
type OptionValues<options extends OptionTable> = {
  [name in keyof options]?: options[name] extends { type: 'boolean' }
    ? true
    : options[name] extends { multiple: true }
      ? string[]
      : string
}

/**
 * Reads the arguments of a command.
 *
 * @throws CommandError naming each option that is unknown, or lacks its value.
 */
export function parseArguments<const options extends OptionTable>(
  args: readonly string[],
  options: options,
): { values: OptionValues<options>; positionals: readonly string[] } {
  const { tokens, positionals, values } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const wrong = tokens.flatMap((token) => {
    if (token.kind !== 'option') return []
    const option = Object.hasOwn(options, token.name)
      ? options[token.name]
      : undefined
    if (option === undefined) return unknownOption(token.rawName, options)
    const isGiven = token.value !== undefined
    return isGiven === (option.type === 'string')
      ? []
      : `Option "${token.rawName}" ${isGiven ? 'takes no' : 'needs a'} value.`
  })
  if (wrong.length > 0) throw usageError(wrong.join(' '))
  return { values: values as OptionValues<options>, positionals }
}

function unknownOption(given: string, options: OptionTable): string {
  const names = Object.keys(options)
  const meant = nearest(given.replace(/^-+/, ''), names)
  return meant === undefined
    ? `Option "${given}" is unknown; there are --${names.join(', --')}.`
    : `Option "${given}" is unknown. Write "--${meant}".`
}

/**
 * Reads each value.
 *
 * @throws CommandError with what every reader of them throws.
 */
export function readEach<values extends object>(
  readers: {
    readonly [name in keyof values]: () => values[name]
  },
): values {
  const wrong: string[] = []
  const read = Object.entries<() => unknown>(readers).map(([name, reader]) => {
    try {
      return [name, reader()]
    } catch (error) {
      if (!isPresealError(error, 'CommandError')) throw error
      wrong.push(error.message)
      return [name]
    }
  })
  if (wrong.length > 0) throw usageError(wrong.join(' '))
  return Object.fromEntries(read)
}

/** The same of an option that may be given several times. */
export function readAll<value>(
  given: readonly string[],
  read: (given: string) => value,
): value[] {
  return Object.values(readEach(given.map((one) => () => read(one))))
}

export function usageError(
  message: string,
  cause?: unknown,
): PresealError<'CommandError'> {
  return new PresealError('CommandError', message, { reason: 'usage', cause })
}

const units: { readonly [unit: string]: number } = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}

/** ms of `20s`, `200ms`, `1.5m` or `1h`, whole ones from `least` on. */
export function parseDuration(
  option: string,
  given: string,
  least: number,
): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(given) ?? []
  const ms = Math.round(Number(number) * (units[unit] ?? Number.NaN))
  if (Number.isSafeInteger(ms) && ms >= least) return ms
  if (/^\d+(?:\.\d+)?$/.test(given) && Number(given) >= least)
    throw usageError(
      `Option "${option}" is "${given}", which lacks its unit. Write "${given}s" or "${given}ms".`,
    )
  throw usageError(
    `Option "${option}" is "${given}", expected ${least} ms or more with its unit, such as 200ms, 20s, 5m or 1h.`,
  )
}
