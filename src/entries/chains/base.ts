import type { Profile, ProfileOptions } from '../../index.js'
import { checkVariant } from './checkVariant.js'
import { opStack } from './opStack.js'

const common = {
  chainId: 8_453,
  calls: { environment: 'latest' },
  answers: {
    sendSync: {
      defaultTimeout: 2_000,
      maxTimeout: 6_000,
      beyondMax: 'refused',
      timeoutEncoding: 'number',
    },
  },
} as const satisfies ProfileOptions

/**
 * Base: since Denim, a block every 200 ms and no flashblocks. With `before:
 * 'denim'`, a block every 2 s, pre-confirmed every 200 ms.
 *
 * @example
 * const node = createMockNode({ profile: base(), accounts })
 *
 * @throws InvalidProfileError for another `before` than `'denim'`.
 */
export function base(
  options: { readonly before?: 'denim' | undefined } = {},
): Profile {
  const before = checkVariant('base', 'before', options, ['denim'])
  return before === undefined ? sinceDenim() : beforeDenim()
}

function sinceDenim(): Profile {
  return {
    name: 'Base',
    options: {
      ...common,
      // 2026-11-05 18:00 UTC, when Denim was activated
      timestamp: 1_793_901_600n,
      preconfirmationTime: 20,
      blockTime: 200,
      baseTimeDeposit: true,
      beatsSeenBy: 'none',
      finalityLag: { safe: 1_000, finalized: 2_000 },
      l1Attributes: opStack.l1Attributes,
      header: {
        ...opStack.header,
        gasLimit: 40_000_000n,
        initialBaseFeePerGas: 200_000n,
        minBaseFeePerGas: 200_000n,
        baseFeeMaxChangeDenominator: 1_000,
        elasticityMultiplier: 5,
        extraData: '0x01000003e8000000050000000000030d40',
      },
    },
  }
}

function beforeDenim(): Profile {
  return {
    name: 'Base before Denim',
    chain: { name: 'Base' },
    options: {
      ...common,
      // 2026-09-13 00:00 UTC, when the fee parameters were read
      timestamp: 1_789_257_600n,
      preconfirmationTime: 200,
      blockTime: 2_000,
      pendingIdentity: 'zeroHash',
      l1Attributes: opStack.l1Attributes,
      header: {
        ...opStack.header,
        gasLimit: 400_000_000n,
        initialBaseFeePerGas: 200_000n,
        minBaseFeePerGas: 200_000n,
        baseFeeMaxChangeDenominator: 100,
        elasticityMultiplier: 5,
        extraData: '0x0100000064000000050000000000030d40',
      },
    },
  }
}
