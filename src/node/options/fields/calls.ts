import * as z from 'zod/mini'
import { amounts, type Dialect } from '../../../base/validation/amounts.js'
import { oneOf } from '../../../base/validation/values.js'
import { object, value } from '../../schema/schema.js'

export type CallOptions = {
  /** gas of a call that names none; 50_000_000n */
  gasLimit?: bigint | undefined
  /**
   * Whose number, time and base fee a call sees that runs on the pending state:
   * those of the pending block, or of latest as on base/base; `'pending'`
   */
  environment?: 'pending' | 'latest' | undefined
}

export const calls = (dialect: Dialect) =>
  object(
    z.strictObject({
      gasLimit: z.optional(value(amounts[dialect].gasLimit)),
      environment: z.optional(
        value<'pending' | 'latest'>(oneOf('pending', 'latest')),
      ),
    }),
  )
