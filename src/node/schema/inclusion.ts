import * as z from 'zod/mini'
import { lazy } from '../../base/memo/memo.js'
import * as values from '../../base/validation/values.js'
import type { InclusionRule } from '../faults/inclusionRule.js'
import { checkLimits, limitFields } from './limits.js'
import { anyType, object, rule, value } from './schema.js'
import { sentMatchFields } from './transactionName.js'

export type { InclusionRule }

/** Every type of inclusion rule, each with what narrows what it decides. */
export const inclusion = lazy(() => {
  const more = {
    match: z.optional(object(z.strictObject(sentMatchFields()))),
    label: z.optional(value(values.nonEmptyText)),
    ...limitFields(),
  }
  const beats = value(values.positive)
  const types = {
    delay: z.strictObject({ type: z.literal('delay'), beats, ...more }),
    never: z.strictObject({ type: z.literal('never'), ...more }),
    drop: z.strictObject({ type: z.literal('drop'), beats, ...more }),
    omit: z.strictObject({ type: z.literal('omit'), ...more }),
    revert: z.strictObject({ type: z.literal('revert'), ...more }),
    revertAtSeal: z.strictObject({
      type: z.literal('revertAtSeal'),
      ...more,
    }),
  } satisfies { [type in InclusionRule['type']]: z.ZodMiniType }
  return object(
    anyType(types).check(rule(checkLimits)),
    'an inclusion rule, such as { type: "delay", beats: 2 }',
  )
})
