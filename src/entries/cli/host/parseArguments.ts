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
