/** The hardforks whose rules a node knows, oldest first. */
export const hardforks = ['cancun', 'prague', 'osaka'] as const

export type Hardfork = (typeof hardforks)[number]
