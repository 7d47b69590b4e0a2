import { baseFeeVault } from '../../base/hex/addresses.js'
import type { ProfileOptions } from '../../index.js'

/** The predeploy that is paid as miner, on every OP chain. */
const sequencerFeeVault = '0x4200000000000000000000000000000000000011'

/** Common options of chains of the OP Stack. */
export const opStack = {
  l1Attributes: {},
  header: { miner: sequencerFeeVault, baseFeeRecipient: baseFeeVault },
} as const satisfies ProfileOptions

/** The subscriptions that base/base added to those of geth. */
export function ofFlashblocks<const answer>(answer: answer) {
  return {
    newFlashblocks: answer,
    newFlashblockTransactions: answer,
    pendingLogs: answer,
  }
}
