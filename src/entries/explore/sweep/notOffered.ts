import type { PresealError } from '../../../base/errors/errors.js'
import { nearest } from '../../../base/hex/nearest.js'
import type { Mishap } from '../model/mishap.js'
import { invalidOptionsError } from '../options/parseOptions.js'

/** That no mishap has a name or fits a pattern, and which one may be meant. */
export function notOffered(
  path: string,
  by: string | RegExp,
  offered: readonly Mishap[],
): PresealError<'InvalidOptionsError'> {
  const names = offered.map(({ name }) => name)
  const isName = typeof by === 'string'
  const meant = isName ? nearest(by, names) : undefined
  return invalidOptionsError([
    {
      path,
      given: isName ? `"${by}"` : `${by}`,
      expected: isName
        ? 'the name of a mishap that this test offers'
        : 'a pattern that fits a mishap of this test',
      advice:
        meant === undefined ? offersText(names) : `Did you mean "${meant}"?`,
    },
  ])
}

/** The first of them, and how to see the others. */
function offersText(names: readonly string[]): string {
  if (names.length === 0) return 'It offers none.'
  const shown = names.slice(0, 10).map((name) => `"${name}"`)
  const hidden = names.length - shown.length
  return `It offers ${shown.join(', ')}${hidden > 0 ? ` and ${hidden} more, which mishapsOf lists` : ''}.`
}
