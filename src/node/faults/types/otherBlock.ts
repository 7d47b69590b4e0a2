import type { BlockSelector } from '../../../base/hex/selector.js'
import { selector } from '../../../base/validation/values.js'
import { type FaultType, ran } from './faultType.js'

/**
 * The block `to` is read in the place of the one asked for. A hash names one
 * block, so it is left unless `block` is that hash. Methods that look up a
 * transaction by its hash find sealed ones only. Writes are done.
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
  changes: (
    fault: OtherBlockFault & { block?: BlockSelector },
    { reads, block },
  ) =>
    reads === 'block' || reads === 'state'
      ? !isHash(block) || fault.block !== undefined
      : reads === 'transaction' && fault.to !== 'pending',
}

function isHash(block: string | undefined): boolean {
  return block?.length === 66
}
