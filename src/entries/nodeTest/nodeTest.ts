import { checkRunner } from '../kit/index.js'

checkRunner('node-test')

/** In a bundle for another runner nothing provides it. */
<<<<<<< HEAD
export const nodeTest: Pick<
  typeof import('node:test'),
  'afterEach' | 'beforeEach' | 'mock' | 'test'
> = await import('node:test')
=======
export const nodeTest: typeof import('node:test') = (await import('node:test'))
  .default
>>>>>>> 2db0cbd1 (Ask the reader's question first, in README and site)
