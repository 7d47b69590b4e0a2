import { checkRunner } from '../kit/index.js'

checkRunner('vitest')

/** Outside vitest, importing it fails with a text that names no other entry. */
export const vitest: typeof import('vitest') = await import('vitest')
