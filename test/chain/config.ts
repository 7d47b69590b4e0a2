import type { Hash } from '../../src/base/hex/hex.js'
import type { ChainConfig } from '../../src/chain/model/config.js'
import { nativeEngine } from '../../src/engine/natives/createNatives.js'

const zeros: Hash = `0x${'0'.repeat(64)}`

/** What a chain of these tests has unless a test says otherwise. */
export const config: ChainConfig = {
  chainId: 31_337,
  clientVersion: 'test',
  genesisTimestamp: 1_767_225_600n,
  cadences: [
    {
      from: 0n,
      blockTime: 2_000,
      baseTimeDeposit: false,
      beatsSeenBy: 'pending',
    },
  ],
  initialBaseFeePerGas: 0n,
  firstBaseFeePerGas: undefined,
  baseFeeMaxChangeDenominator: 8,
  elasticityMultiplier: 2,
  minBaseFeePerGas: 0n,
  gasLimit: 60_000_000n,
  miner: '0x000000000000000000000000000000000000fee5',
  baseFeeRecipient: null,
  extraData: '0x',
  mixHash: zeros,
  parentBeaconBlockRoot: zeros,
  l1Attributes: null,
  pendingStateRoot: 'atSeal',
  receipts: 'everyBeat',
  belowBaseFee: 'refused',
  unminable: 'pooled',
  pending: 'atBeat',
  replacement: 'bothFees',
  defaultGas: 'withRoom',
  nativeBalance: null,
  finalityLag: { safe: 60, finalized: 600 },
  engine: nativeEngine,
  hardfork: 'osaka',
  codeSizeLimit: undefined,
  calls: { gasLimit: 50_000_000n, environment: 'pending' },
  native: () => undefined,
  codeAt: () => undefined,
  contracts: [],
  fork: null,
  accountOf: () => ({}),
}
