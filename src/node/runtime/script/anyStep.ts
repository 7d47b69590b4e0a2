import * as z from 'zod/mini'
import type { Dialect } from '../../../base/validation/amounts.js'
import { natural } from '../../../base/validation/values.js'
import { anyType, object, type Schema, value } from '../../schema/schema.js'
import { stepSchema } from '../steps/stepFile.js'
import { type Step, type StepNow, steps } from '../steps/steps.js'

/** A step of any type. */
export const anyStep = (dialect: Dialect) =>
  ofAnyType<Step>(
    dialect,
    () => ({ at: value(natural) }),
    'a step, such as { at: 200, type: "preconfirm", from, to, value }',
  )

/** The same, to be done at once. */
export const anyStepNow = (dialect: Dialect) =>
  ofAnyType<StepNow>(
    dialect,
    () => ({}),
    'a step without "at", such as { type: "reorg", depth: 1 }',
  )

function ofAnyType<step>(
  dialect: Dialect,
  fields: () => z.core.$ZodShape,
  expected: string,
): Schema<step> {
  const options = Object.entries(steps).map(([type, file]) => [
    type,
    stepSchema(file, dialect, { ...fields(), type: z.literal(type) }),
  ])
  const schema = object(anyType(Object.fromEntries(options)), expected)
  // Each file of a step says by its type what its fields read.
  return schema as Schema<step>
}
