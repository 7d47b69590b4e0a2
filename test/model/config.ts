import type { Hex, MockNodeOptions } from 'preseal'
import { wordOf, zeroWord } from './state.js'

/** What the README's table of options gives to those left out. */
export function configOf(options: MockNodeOptions) {
  const { header = {}, l1Attributes } = options
  const zeroAddress: Hex = `0x${'00'.repeat(20)}`
  return {
    chainId: options.chainId ?? 31_337,
    timestamp: options.timestamp ?? 1_767_225_600n,
    rhythm: {
      preconfirmationTime: options.preconfirmationTime ?? 200,
      blockTime: options.blockTime ?? 2_000,
    },
    baseTimeDeposit: options.baseTimeDeposit ?? false,
    beatsSeenBy: options.beatsSeenBy ?? 'pending',
    sealing: options.sealing ?? 'timed',
    accounts: options.accounts ?? {},
    blocks: options.importedBlocks ?? [],
    l1: l1Attributes
      ? {
          number: l1Attributes.number ?? 0n,
          baseFeePerGas: l1Attributes.baseFeePerGas ?? 0n,
          blobBaseFee: l1Attributes.blobBaseFee ?? 0n,
          baseFeeScalar: l1Attributes.baseFeeScalar ?? 0,
          blobBaseFeeScalar: l1Attributes.blobBaseFeeScalar ?? 0,
          batcherHash: l1Attributes.batcherHash ?? zeroWord,
          gasUsed: l1Attributes.gasUsed ?? 46_108n,
        }
      : null,
    identity: options.pendingIdentity ?? 'partialHash',
    stateRoot: options.pendingStateRoot ?? 'atSeal',
    lag: {
      safe: options.finalityLag?.safe ?? 60,
      finalized: options.finalityLag?.finalized ?? 600,
    },
    endpoint: options.endpoint ?? 'dedicated',
    faults: options.faults ?? [],
    timeline: options.steps ?? [],
    baseFeePerGas: header.initialBaseFeePerGas ?? 0n,
    gasLimit: header.gasLimit ?? 60_000_000n,
    miner: header.miner ?? zeroAddress,
    baseFeeRecipient: header.baseFeeRecipient ?? null,
    extraData: header.extraData ?? '0x',
    hasOwnMixHash: header.mixHash !== undefined,
    mixHash: header.mixHash ?? wordOf('0x1'),
    hasOwnBeaconRoot: header.parentBeaconBlockRoot !== undefined,
    parentBeaconBlockRoot: header.parentBeaconBlockRoot ?? wordOf('0x2'),
    denominator: BigInt(header.baseFeeMaxChangeDenominator ?? 8),
    elasticity: BigInt(header.elasticityMultiplier ?? 2),
    minBaseFeePerGas: header.minBaseFeePerGas ?? 0n,
  }
}

export type Config = ReturnType<typeof configOf>
