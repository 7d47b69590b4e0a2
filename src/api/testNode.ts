import { PresealError } from '../base/errors/errors.js'

/**
 * For whoever imports it from here and compiles nothing; the types have no such
 * name.
 *
 * @internal
 */
export function testNode(): never {
  throw new PresealError(
    'MisuseError',
    "testNode was imported from preseal, expected from the entry of your test runner. Write import { testNode } from 'preseal/vitest', or preseal/jest, preseal/node-test, preseal/bun or preseal/deno; or createMockNode for a node without a runner.",
    { reason: 'wrongRunner' },
  )
}
