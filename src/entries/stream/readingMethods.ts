import { methods, servedMethods } from '../../rpc/methods/methods.js'

/**
 * What reads the chain. Of the table nothing else is needed here, so that
 * `tsup.config.ts` writes the names themselves into the bundle.
 */
export const readingMethods: readonly string[] = servedMethods.filter(
  (method) => methods[method].reads !== 'nothing',
)
