import * as z from 'zod/mini'
import * as values from '../../base/validation/values.js'
import { value } from './schema.js'

/** The ways of sealing. */
export const sealing = values.oneOf('timed', 'manual', 'instant')

/** How blocks come, which options and a step say alike. */
export const cadenceFields = () => ({
  // No chain's blocks take so few ms, but many take fewer seconds.
  blockTime: z.optional(value(values.milliseconds(20))),
  preconfirmationTime: z.optional(value(values.milliseconds(1))),
  baseTimeDeposit: z.optional(value(values.boolean)),
  beatsSeenBy: z.optional(
    value(values.oneOf('pending', 'latestState', 'latest', 'none')),
  ),
})
