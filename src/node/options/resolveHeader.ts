import { zeroAddress, zeroHash } from '../../base/hex/hex.js'
import type { Resolved } from '../../base/validation/values.js'
import type { HeaderOptions } from './fields/header.js'

/** Every default in place. */
export function resolveHeader(
  given: HeaderOptions = {},
): Resolved<HeaderOptions> {
  return {
    initialBaseFeePerGas: given.initialBaseFeePerGas ?? 0n,
    gasLimit: given.gasLimit ?? 60_000_000n,
    miner: given.miner ?? zeroAddress,
    baseFeeRecipient: given.baseFeeRecipient ?? null,
    extraData: given.extraData ?? '0x',
    mixHash: given.mixHash ?? zeroHash,
    parentBeaconBlockRoot: given.parentBeaconBlockRoot ?? zeroHash,
    baseFeeMaxChangeDenominator: given.baseFeeMaxChangeDenominator ?? 8,
    elasticityMultiplier: given.elasticityMultiplier ?? 2,
    minBaseFeePerGas: given.minBaseFeePerGas ?? 0n,
  }
}
