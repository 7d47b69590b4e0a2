import { nearest } from '../../../base/hex/nearest.js'
import type { Mishap } from '../model/mishap.js'
import type { Acceptance } from '../options/options.js'
import { invalidOptionsError } from '../options/parseOptions.js'
import { isNamed } from './isNamed.js'
import { notOffered } from './notOffered.js'

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
    if (!offered.some(({ name }) => isNamed(mishap, name)))
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
