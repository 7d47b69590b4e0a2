import { checkRunner } from '../kit/index.js'

checkRunner('node-test')

/** In a bundle for another runner nothing provides it. */
export const nodeTest = await import('node:test')
