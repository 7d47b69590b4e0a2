// Apart from the other values, since the command has no use for what they hash.

/** The hardforks whose rules a node knows, oldest first. */
export const hardforks = ['cancun', 'prague', 'osaka', 'amsterdam'] as const

export type Hardfork = (typeof hardforks)[number]

/** Whether the rules of one are there, or those of a later one. */
export function isSince(hardfork: Hardfork, first: Hardfork): boolean {
  return hardforks.indexOf(hardfork) >= hardforks.indexOf(first)
}
