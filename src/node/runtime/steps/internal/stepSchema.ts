import * as z from 'zod/mini'
import type { Dialect } from '../../../../base/validation/amounts.js'
import { rule } from '../../../schema/schema.js'
import type { StepFile } from './stepFile.js'

/** The schema of what a step says, beside fields such as its time and type. */
export function stepSchema(
  { fields, check, json }: StepFile,
  dialect: Dialect,
  more: z.core.$ZodShape = {},
): z.ZodMiniObject {
  const schema = z.strictObject({ ...more, ...fields(dialect) })
  return check === undefined
    ? schema
    : schema.check(rule((said, refuse) => check(said, refuse, dialect), json))
}
