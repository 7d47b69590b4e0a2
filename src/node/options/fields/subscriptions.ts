import * as z from 'zod/mini'
import * as values from '../../../base/validation/values.js'
import { object, value } from '../../schema/schema.js'

export type SubscriptionOptions = {
  /**
   * Heads of `newHeads`: each sealed block, or the pending block at every beat;
   * default `'block'`
   */
  newHeads?: 'block' | 'beat' | undefined
  /**
   * Messages of `newFlashblocks`: the pending block, or a payload as in a
   * builder's stream; default `'block'`
   */
  newFlashblocks?: 'block' | 'payload' | undefined
}

export const subscriptions = () =>
  object(
    z.strictObject({
      newHeads: z.optional(value(values.oneOf('block', 'beat'))),
      newFlashblocks: z.optional(value(values.oneOf('block', 'payload'))),
    }),
  )
