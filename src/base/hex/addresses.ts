import type { Address } from './hex.js'

/** On nearly every chain. */
export const multicall3Address: Address =
  '0xca11bde05977b3631167028862be2a173976ca11'

/** Sends the deposits that open blocks of an OP chain. */
export const depositor: Address = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'

/** The predeploy that those deposits write. */
export const l1BlockAddress: Address =
  '0x4200000000000000000000000000000000000015'

/** Predeploys that hold what transactions of an OP chain pay. */
export const baseFeeVault =
  '0x4200000000000000000000000000000000000019' as const
export const l1FeeVault = '0x420000000000000000000000000000000000001a' as const
