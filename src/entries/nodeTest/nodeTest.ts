import { checkRunner } from '../kit/index.js'

checkRunner('node-test')

/** In a bundle for another runner nothing provides it. */
export const nodeTest: Pick<
  typeof import('node:test'),
  'afterEach' | 'beforeEach' | 'mock' | 'test'
> = await import('node:test')
