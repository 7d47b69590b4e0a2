import { nearest } from '../../../base/hex/nearest.js'
import type { Mishap } from '../model/mishap.js'
import { InvalidExploreOptionsError } from '../options/parseOptions.js'

/** @throws InvalidExploreOptionsError naming the nearest one that is offered. */
export function findOffered(
  path: string,
  name: string,
  offered: readonly Mishap[],
): Mishap {
  const found = offered.find((mishap) => mishap.name === name)
  if (found !== undefined) return found
  const names = offered.map((mishap) => mishap.name)
  const meant = nearest(name, names)
  throw notOffered(
    path,
    `"${name}"`,
    'the name of a mishap that this test offers',
    meant === undefined ? offersText(names) : `Did you mean "${meant}"?`,
  )
}

export function notOffered(
  path: string,
  given: string,
  expected: string,
  advice: string,
): InvalidExploreOptionsError {
  return new InvalidExploreOptionsError([{ path, given, expected, advice }])
}

/** The first of them, and how to see the others. */
export function offersText(names: readonly string[]): string {
  if (names.length === 0) return 'It offers none.'
  const shown = names.slice(0, 10).map((name) => `"${name}"`)
  const hidden = names.length - shown.length
  return `It offers ${shown.join(', ')}${hidden > 0 ? ` and ${hidden} more, which mishapsOf lists` : ''}.`
}
