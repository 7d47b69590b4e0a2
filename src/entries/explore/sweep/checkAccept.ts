import { nearest } from '../../../base/hex/nearest.js'
import type { Mishap } from '../model/mishap.js'
import type { Acceptance } from '../options/options.js'
import { findOffered, notOffered, offersText } from './findOffered.js'

/**
 * An accepted finding that no run can have hides nothing today, and another one
 * after an edit.
 *
 * @param invariants - Names of those that judge this test.
 * @throws InvalidExploreOptionsError
 */
export function checkAccept(
  accept: readonly Acceptance[],
  offered: readonly Mishap[],
  invariants: readonly string[],
): void {
  const names = offered.map(({ name }) => name)
  for (const [index, { mishap, invariant }] of accept.entries()) {
    const path = `accept[${index}]`
    if (typeof mishap === 'string')
      findOffered(`${path}.mishap`, mishap, offered)
    else if (!names.some((name) => name.search(mishap) >= 0))
      throw notOffered(
        `${path}.mishap`,
        `${mishap}`,
        'a pattern that fits a mishap of this test',
        offersText(names),
      )
    if (invariant === undefined || invariants.includes(invariant)) continue
    const meant = nearest(invariant, invariants)
    throw notOffered(
      `${path}.invariant`,
      `"${invariant}"`,
      'the name of an invariant of this test',
      meant === undefined
        ? `It has ${invariants.map((name) => `"${name}"`).join(', ')}.`
        : `Did you mean "${meant}"?`,
    )
  }
}
