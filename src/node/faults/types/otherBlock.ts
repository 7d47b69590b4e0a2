import type { BlockSelector } from '../../../base/hex/selector.js'
import { selector } from '../../../base/validation/values.js'
import { type FaultType, ran } from './faultType.js'

/**
 * Reads see the block `to` instead of the requested one. Requests by block hash
 * are not affected unless `block` is that hash. Methods that look up a
 * transaction by hash find only sealed ones. Writes take effect.
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
