import { checkRunner } from '../kit/index.js'

checkRunner('bun')

/** Only Bun has it. */
export const bunTest: typeof import('bun:test') = await import('bun:test')
