import { methods, servedMethods } from '../../rpc/methods/methods.js'

/**
 * Methods that read the chain. Nothing else of the table is needed here, so
 * that `tsup.config.ts` writes the names themselves into the bundle in place of
 * this file.
 */
export const readingMethods: readonly string[] = servedMethods.filter(
  (method) => methods[method].reads !== 'nothing',
)
