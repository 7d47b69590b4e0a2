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
  if (check === undefined) return schema
  const checked = rule<object>(
    (said, refuse) => check(said, refuse, dialect),
    json,
  )
  // A missing field may stand there under another name.
  const unlessMisspelt: typeof checked = Object.assign(
    (payload: Parameters<typeof checked>[0]) => {
      const { issues } = payload
      if (!issues.some(({ code }) => code === 'unrecognized_keys'))
        checked(payload)
    },
    { json },
  )
  return schema.check(unlessMisspelt)
}
