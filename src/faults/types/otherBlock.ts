import type { BlockSelector } from '../../hex/selector.js'
import { selector } from '../../validation/values.js'
import { type FaultType, ran } from './faultType.js'

/**
 * The block `to` is read in the place of the one asked for. Methods that look
 * up a transaction by its hash find sealed ones only. Writes are done.
 */
export type OtherBlockFault = {
  readonly type: 'otherBlock'
  readonly to: BlockSelector
}

export const otherBlock: FaultType<OtherBlockFault> = {
  type: 'otherBlock',
  fields: { to: selector },
  stages: ran,
  effect: { type: 'redirect', to: ({ to }) => to },
  changes: ({ to }, reads) =>
    reads === 'block' || (reads === 'transaction' && to !== 'pending'),
}
