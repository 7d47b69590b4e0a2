import * as z from 'zod/mini'
import { lazy } from '../../../base/memo/memo.js'
import { natural } from '../../../base/validation/values.js'
import { object, value } from '../../schema/schema.js'

/** ms since the node was created, both inclusive. */
export const storyRange = lazy(() =>
  object(
    z.strictObject({
      since: z.optional(value(natural)),
      until: z.optional(value(natural)),
    }),
  ),
)
