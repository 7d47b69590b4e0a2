import * as z from 'zod/mini'
import * as values from '../../../base/validation/values.js'
import { object, value } from '../../schema/schema.js'

export type FinalityLag = {
  /** blocks that `safe` is behind `latest`; default 60 */
  safe?: number | undefined
  /** blocks that `finalized` is behind `latest`, `safe` or more; default 600 */
  finalized?: number | undefined
}

export function finalityLag() {
  const natural = z.optional(value(values.natural))
  return object(z.strictObject({ safe: natural, finalized: natural }))
}
