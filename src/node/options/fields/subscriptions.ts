import * as z from 'zod/mini'
import * as values from '../../../base/validation/values.js'
import { object, value } from '../../schema/schema.js'

export const subscriptions = () =>
  object(
    z.strictObject({
      newHeads: z.optional(value(values.oneOf('block', 'beat'))),
      newFlashblocks: z.optional(value(values.oneOf('block', 'payload'))),
    }),
  )
