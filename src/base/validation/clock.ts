import { isFunction } from './values.js'

const clockMembers = {
  now: Number.isFinite,
  setTimeout: isFunction,
  clearTimeout: isFunction,
}

export const clockShape =
  'an object with a number "now" (in ms) and the functions "setTimeout" and "clearTimeout"'

/** Kept as it is: a clock works by being the one that its owner moves. */
export function isClock(given: unknown): boolean {
  try {
    return Object.entries(clockMembers).every(([name, isFit]) =>
      isFit((given as Record<string, unknown> | null)?.[name]),
    )
  } catch {
    return false
  }
}
