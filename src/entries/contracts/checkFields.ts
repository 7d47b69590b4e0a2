import type { Result } from '../../base/hex/parse.js'
import {
  type FieldValidators,
  readFields,
} from '../../base/validation/fields.js'
import { invalidParameters } from '../../base/validation/problem.js'
import { readEntries } from '../../base/validation/read.js'
import type { Validator } from '../../base/validation/values.js'

/**
 * Checks when a contract is made what would else be wrong only in a node.
 *
 * @throws InvalidParametersError naming every field that is wrong.
 */
export function checkFields<value extends object>(
  asked: string,
  given: unknown,
  fields: FieldValidators<value>,
): void {
  const read = readFields(given, fields, 'an object { address, … }')
  if (!read.ok) throw invalidParameters(asked, read.problems)
}

/** An object of such values by such keys; the first problem is reported. */
export function entriesOf<value>(
  key: Validator<unknown>,
  { check }: Validator<value>,
  expected: string,
): Validator<{ readonly [key: string]: value }> {
  return {
    check(given) {
      const value: { [key: string]: value } = {}
      const refusals: Extract<Result<value>, { ok: false }>[] = []
      const refusal = readEntries(given, expected, (name, part) => {
        const named = key.check(name)
        const checked = check(part)
        if (!named.ok) refusals.push({ ...named, given: 'a key', path: [name] })
        else if (!checked.ok)
          refusals.push({ ...checked, path: [name, ...(checked.path ?? [])] })
        else value[name] = checked.value
      })
      if (refusal !== undefined) return { ok: false, ...refusal }
      return refusals[0] ?? { ok: true, value }
    },
  }
}
