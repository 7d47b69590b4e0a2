import { type ParseArgsConfig, parseArgs } from 'node:util'
import { PresealError } from '../../../base/errors/errors.js'
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
 * @throws CommandError for an option that is unknown, or lacks its value.
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
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(options, token.name)
      ? options[token.name]
      : undefined
    if (option === undefined) throw unknownOption(token.rawName, options)
    const isGiven = token.value !== undefined
    if (isGiven !== (option.type === 'string'))
      throw new PresealError(
        'CommandError',
        `Option "${token.rawName}" ${isGiven ? 'takes no' : 'needs a'} value.`,
        { reason: 'usage' },
      )
  }
  return { values: values as OptionValues<options>, positionals }
}

function unknownOption(
  given: string,
  options: OptionTable,
): PresealError<'CommandError'> {
  const names = Object.keys(options)
  const meant = nearest(given.replace(/^-+/, ''), names)
  return new PresealError(
    'CommandError',
    meant === undefined
      ? `Option "${given}" is unknown; there are --${names.join(', --')}.`
      : `Option "${given}" is unknown. Write "--${meant}".`,
    { reason: 'usage' },
  )
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
    throw new PresealError(
      'CommandError',
      `Option "${option}" is "${given}", which lacks its unit. Write "${given}s" or "${given}ms".`,
      { reason: 'usage' },
    )
  throw new PresealError(
    'CommandError',
    `Option "${option}" is "${given}", expected ${least} ms or more with its unit, such as 200ms, 20s, 5m or 1h.`,
    { reason: 'usage' },
  )
}
