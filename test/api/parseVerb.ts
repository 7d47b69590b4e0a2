import { readGiven, verbs } from '../../src/api/verbs.js'
import type { Dialect } from '../../src/base/validation/amounts.js'

/** What the verb of that name reads of its argument. */
export function parseVerb(
  name: string,
  given: unknown,
  dialect: Dialect = 'code',
): { readonly [field: string]: unknown } {
  const verb = verbs.find((verb) => verb.name === name)
  if (verb === undefined) throw new Error(`No verb is called ${name}.`)
  return readGiven(verb, given, dialect) as ReturnType<typeof parseVerb>
}
