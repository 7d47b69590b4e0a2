import * as z from 'zod/mini'
import * as values from '../../base/validation/values.js'
import type { InclusionRule } from '../faults/inclusionRule.js'
import { anyType, object, once, rule, value } from './schema.js'
import { sentMatchFields } from './transactionName.js'

export type { InclusionRule }

/** Every type of inclusion rule, each with what narrows what it decides. */
export const inclusion = once(() => {
  const natural = z.optional(value(values.natural))
  const more = {
    match: z.optional(object(z.strictObject(sentMatchFields()))),
    label: z.optional(value(values.nonEmptyText)),
    since: natural,
    until: natural,
    skip: natural,
    times: z.optional(value(values.positive)),
  }
  const beats = value(values.positive)
  const types = {
    delay: z.strictObject({ type: z.literal('delay'), beats, ...more }),
    never: z.strictObject({ type: z.literal('never'), ...more }),
    drop: z.strictObject({ type: z.literal('drop'), beats, ...more }),
    omit: z.strictObject({ type: z.literal('omit'), ...more }),
    revert: z.strictObject({ type: z.literal('revert'), ...more }),
  } satisfies { [type in InclusionRule['type']]: z.ZodMiniType }
  return object(
    anyType(types).check(
      rule<InclusionRule>(({ since = 0, until }, refuse) => {
        if (until !== undefined && until <= since)
          refuse({
            path: ['until'],
            given: `${until}`,
            expected: `more than "since", which is ${since}`,
          })
      }),
    ),
    'an inclusion rule, such as { type: "delay", beats: 2 }',
  )
})
