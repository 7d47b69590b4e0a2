import { keccak256 } from '../../base/hash/keccak256.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import type { ChainConfig } from '../model/config.js'

type OfBlock = Pick<
  BlockEnvironment,
  | 'number'
  | 'timestamp'
  | 'gasLimit'
  | 'baseFeePerGas'
  | 'miner'
  | 'mixHash'
  | 'hashOf'
  | 'beaconRootAt'
>

/** No block of a script has blobs. */
const noBlobs: readonly never[] = []
const leastBlobBaseFee = 1n

/** Fjord's price, before Osaka gave Ethereum the precompile. */
const p256VerifyGas = 3_450n

export function blockEnvironment(
  config: Pick<ChainConfig, 'chainId' | 'hardfork' | 'l1Attributes' | 'native'>,
  block: OfBlock,
): BlockEnvironment {
  return {
    hardfork: config.hardfork,
    chainId: BigInt(config.chainId),
    number: block.number,
    timestamp: block.timestamp,
    gasLimit: block.gasLimit,
    baseFeePerGas: block.baseFeePerGas,
    miner: block.miner,
    mixHash: block.mixHash,
    blobHashes: noBlobs,
    blobBaseFee: leastBlobBaseFee,
    hashOf: block.hashOf,
    beaconRootAt: block.beaconRootAt,
    keccak256,
    p256VerifyGas: config.l1Attributes === null ? undefined : p256VerifyGas,
    native: config.native,
  }
}
