import type { PresealError } from '../../../base/errors/errors.js'
import { nearest } from '../../../base/hex/nearest.js'
import type { Mishap } from '../model/mishap.js'
import { type Acceptance, invalidOptionsError } from '../options/options.js'

/**
 * An accepted finding that no run can have hides nothing today, and another one
 * after an edit.
 *
 * @param invariants - Names of those that judge this test.
 * @throws InvalidOptionsError
 */
export function checkAccept(
  accept: readonly Acceptance[],
  offered: readonly Mishap[],
  invariants: readonly string[],
): void {
  for (const [index, { mishap, invariant }] of accept.entries()) {
    const path = `accept[${index}]`
    if (!offered.some((one) => isNamed(mishap, one)))
      throw notOffered(`${path}.mishap`, mishap, offered)
    if (invariant === undefined || invariants.includes(invariant)) continue
    const meant = nearest(invariant, invariants)
    throw invalidOptionsError([
      {
        path: `${path}.invariant`,
        given: `"${invariant}"`,
        expected: 'the name of an invariant of this test',
        advice:
          meant === undefined
            ? `It has ${invariants.map((name) => `"${name}"`).join(', ')}.`
            : `Did you mean "${meant}"?`,
      },
    ])
  }
}

/**
 * Whether a mishap has this id or name, or one that fits the pattern. `test` of
 * a global pattern would go on from where it found the last one.
 */
export function isNamed(by: string | RegExp, { id, name }: Mishap): boolean {
  return typeof by === 'string'
    ? by === id || by === name
    : id.search(by) >= 0 || name.search(by) >= 0
}

/** That no mishap has a name or fits a pattern, and which one may be meant. */
export function notOffered(
  path: string,
  by: string | RegExp,
  offered: readonly Mishap[],
): PresealError<'InvalidOptionsError'> {
  const names = offered.map(({ name }) => name)
  const isName = typeof by === 'string'
  const meant = isName
    ? nearest(by, [...names, ...offered.map(({ id }) => id)])
    : undefined
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
