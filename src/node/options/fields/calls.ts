import * as z from 'zod/mini'
import { amounts, type Dialect } from '../../../base/validation/amounts.js'
import { oneOf } from '../../../base/validation/values.js'
import { object, value } from '../../schema/schema.js'

export type CallOptions = {
  /** gas of calls that give none; default 50_000_000n */
  gasLimit?: bigint | undefined
  /**
   * The block whose number, time and base fee a call on the pending state sees:
   * the pending one, or latest as on base/base; default `'pending'`
   */
  environment?: 'pending' | 'latest' | undefined
}

export const calls = (dialect: Dialect) =>
  object(
    z.strictObject({
      gasLimit: z.optional(value(amounts[dialect].gasLimit)),
      environment: z.optional(value(oneOf('pending', 'latest'))),
    }),
  )
