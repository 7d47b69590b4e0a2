import * as z from 'zod/mini'
import * as values from '../../../base/validation/values.js'
import { object, value } from '../../schema/schema.js'

export type SubscriptionOptions = {
  /**
   * When `newHeads` delivers a head: for each sealed block, or for the pending
   * block at every beat; `'block'`
   */
  newHeads?: 'block' | 'beat' | undefined
  /**
   * Messages of `newFlashblocks`: the pending block, or a message as in the
   * stream of a builder; `'block'`
   */
  newFlashblocks?: 'block' | 'payload' | undefined
}

export const subscriptions = () =>
  object(
    z.strictObject({
      newHeads: z.optional(
        value<'block' | 'beat'>(values.oneOf('block', 'beat')),
      ),
      newFlashblocks: z.optional(
        value<'block' | 'payload'>(values.oneOf('block', 'payload')),
      ),
    }),
  )
