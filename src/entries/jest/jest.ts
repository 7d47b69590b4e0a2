import { checkRunner } from '../kit/index.js'

checkRunner('jest')

/** Outside jest, the package is missing, or throws as it is imported. */
export const globals: typeof import('@jest/globals') = await import(
  '@jest/globals'
)
