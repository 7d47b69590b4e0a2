import * as z from 'zod/mini'
import { natural } from '../../../base/validation/values.js'
import { object, once, value } from '../../schema/schema.js'

/** ms since the node was created, both inclusive. */
export const storyRange = once(() =>
  object(
    z.strictObject({
      since: z.optional(value(natural)),
      until: z.optional(value(natural)),
    }),
  ),
)
